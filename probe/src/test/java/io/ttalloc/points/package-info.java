/**
 * Two tests of the probe and the ledger that go through what a thread does step by step, in copies
 * of their classes that call back at points: {@link io.ttalloc.points.ErrorInjectionTest} lets an
 * error happen at each of them, {@link io.ttalloc.points.InterleavingsTest} lets two or three
 * threads take turns there in every order.
 *
 * <p>The copies are woven by {@link io.ttalloc.points.WovenLoader} and reached through {@link
 * io.ttalloc.points.Product}. They know nothing of the probe's inside: what happens is judged by
 * what a reader finds in the ledger. Not in package {@code io.ttalloc.probe}, because its frames
 * are left out of the stacks that the probe captures.
 */
@NullMarked
package io.ttalloc.points;

import org.jspecify.annotations.NullMarked;
