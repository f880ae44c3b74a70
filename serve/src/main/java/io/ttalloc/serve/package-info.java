/**
 * The monitor that goes on: it watches the processes of this machine, prints what becomes of them,
 * and answers requests over HTTP.
 *
 * <p>Used by the command {@code serve} of {@link io.ttalloc.cli}. One thread watches; requests are
 * answered on others, from the latest state, which is immutable. Everything that comes in by HTTP
 * is hostile. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.serve;

import org.jspecify.annotations.NullMarked;
