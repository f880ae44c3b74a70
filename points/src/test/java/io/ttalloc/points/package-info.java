/**
 * Two exhaustive tests of the probe and the ledger. Both run copies of the classes under test that
 * are instrumented with a callback at every <em>point</em>: {@link
 * io.ttalloc.points.ErrorInjectionTest} throws an error at each point, {@link
 * io.ttalloc.points.InterleavingsTest} switches between two or three threads there, in every order.
 *
 * <p>{@link io.ttalloc.points.WovenLoader} defines the copies and {@link io.ttalloc.points.Product}
 * is the interface to them. The tests do not depend on the probe's internals: they check what a
 * reader finds in the ledger. They are not in package {@code io.ttalloc.probe}, because the probe
 * omits frames of that package from captured stacks. Used by tests only.
 */
@NullMarked
package io.ttalloc.points;

import org.jspecify.annotations.NullMarked;
