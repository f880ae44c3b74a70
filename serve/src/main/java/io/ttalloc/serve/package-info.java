/**
 * The continuously running monitor: watches the processes of this machine, prints their starts,
 * ends and leaks, and answers requests over HTTP.
 *
 * <p>Used by the command {@code serve} of {@link io.ttalloc.cli}. One thread watches; requests are
 * answered on other threads, from the latest state, which is immutable. All HTTP input is treated
 * as hostile. Loaded by the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.serve;

import org.jspecify.annotations.NullMarked;
