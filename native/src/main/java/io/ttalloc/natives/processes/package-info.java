/**
 * Finds the running processes of this machine and their start times. The process id alone is not
 * enough, since it may be reused for another process.
 *
 * <p>Used by the packages that read the reports of native processes. Stateless and thread-safe.
 * Loaded by the application class loader of the monitor's own process.
 */
@NullMarked
package io.ttalloc.natives.processes;

import org.jspecify.annotations.NullMarked;
