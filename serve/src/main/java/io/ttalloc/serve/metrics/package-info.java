/**
 * What watched processes have open, as metrics of Prometheus.
 *
 * <p>Used by {@code io.ttalloc.serve}. Pure: from a {@link io.ttalloc.watch.MachineState} to
 * metrics, on any thread. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.serve.metrics;

import org.jspecify.annotations.NullMarked;
