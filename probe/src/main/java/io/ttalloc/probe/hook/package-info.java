/**
 * The parts that every hook uses: the state of the calling thread, a check that enough stack is
 * left, and the handling of errors and of deferred events.
 *
 * <p>Used by the other packages of the probe; the agent implements {@link
 * io.ttalloc.probe.hook.ProbeListener}. A thread's state belongs to that thread alone; the rest is
 * thread-safe. Loaded by the boot loader.
 */
@NullMarked
package io.ttalloc.probe.hook;

import org.jspecify.annotations.NullMarked;
