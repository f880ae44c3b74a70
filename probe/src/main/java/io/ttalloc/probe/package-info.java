/**
 * The code that woven methods call: the hooks, the recorder that guards each of them, and the
 * switch for the agent.
 *
 * <p>Runs in every thread of the application, hence the rules for this package and its subpackages:
 * no exception escapes from a hook, no lock is held while foreign code runs, no logging, no
 * lambdas, no string concatenation by invokedynamic, nothing but the JDK. Loaded by the boot
 * loader. Woven code calls only {@link io.ttalloc.probe.Hooks}; the agent starts and stops the
 * probe through {@link io.ttalloc.probe.Probe}. The subpackages depend on each other in one
 * direction: {@code rule}, {@code resource}, {@code hook}, {@code stack}, {@code commit}, {@code
 * close}, {@code own}, {@code open}; each may use only the subpackages listed before it.
 */
@NullMarked
package io.ttalloc.probe;

import org.jspecify.annotations.NullMarked;
