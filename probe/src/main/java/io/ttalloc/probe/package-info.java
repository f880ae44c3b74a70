/**
 * What woven code calls: captures the opening stack, finds the slot of an object, follows scopes,
 * and records what the collector took.
 *
 * <p>Runs in every thread of the application, hence the rules of this package: no exception leaves
 * a hook, no lock is held while foreign code runs, no logging, no lambdas, no string concatenation
 * by invokedynamic, nothing but the JDK. Loaded by the boot loader. Woven code calls {@link
 * io.ttalloc.probe.Hooks} alone; the agent starts and stops the probe through {@link
 * io.ttalloc.probe.Probe}.
 */
@NullMarked
package io.ttalloc.probe;

import org.jspecify.annotations.NullMarked;
