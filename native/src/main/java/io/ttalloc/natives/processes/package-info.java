/**
 * Which processes run on this machine, and since when: a process id alone may meanwhile belong to
 * another process.
 *
 * <p>Used by the packages that read what native processes report. Stateless; any thread; in the
 * monitor's own process, on its application class loader.
 */
@NullMarked
package io.ttalloc.natives.processes;

import org.jspecify.annotations.NullMarked;
