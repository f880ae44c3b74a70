/**
 * The dump at exit, which reads, judges and reports the ledger, and the sampling of allocator
 * statistics at marks and at exit. {@code ExitDump} lists the steps of the dump. Each step is a
 * class: {@code CleanRun}, {@code LastRecords}, {@code HeapLook} and {@code Judging}, {@code
 * ReportTargets}, {@code Housekeeping}; {@code ExitStatus} ends the process.
 *
 * <p>Used only by the agent. The dump runs on a thread of its own, after the application's shutdown
 * hooks, while the thread that ends the JVM waits for it.
 */
@NullMarked
package io.ttalloc.agent.exit;

import org.jspecify.annotations.NullMarked;
