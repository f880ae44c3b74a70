/**
 * What every hook has at hand: the state of its thread, a check of the stack, and what becomes of
 * errors and of events that have to wait.
 *
 * <p>For the other packages of the probe; the agent implements {@link
 * io.ttalloc.probe.hook.ProbeListener}. A thread's state belongs to that thread alone; the rest is
 * thread-safe. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.hook;

import org.jspecify.annotations.NullMarked;
