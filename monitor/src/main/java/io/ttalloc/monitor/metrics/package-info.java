/**
 * What watched processes have open, as metrics of Prometheus.
 *
 * <p>Used by {@code io.ttalloc.monitor.serve}. Pure: from a {@link
 * io.ttalloc.monitor.live.MachineState} to metrics, on any thread. On the application class loader
 * of the command line.
 */
@NullMarked
package io.ttalloc.monitor.metrics;

import org.jspecify.annotations.NullMarked;
