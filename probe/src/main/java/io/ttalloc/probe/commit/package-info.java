/**
 * The third step of a hook: changes counters, totals of devices, links and slot states, in steps
 * that neither allocate nor throw; and handles the consequences when a resource ends.
 *
 * <p>Ends and links are in one package, since each may cause the other: a closed owner closes what
 * it owns, and removing the last link frees an owner that is gone. Used by {@code close}, {@code
 * own} and {@code open}. Called from any thread of the application and from the thread that records
 * collected resources. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.commit;

import org.jspecify.annotations.NullMarked;
