/**
 * Exports the open resources of watched processes as Prometheus metrics.
 *
 * <p>Used by {@code io.ttalloc.serve}. Pure functions from a {@link io.ttalloc.watch.MachineState}
 * to metrics, thread-safe. Loaded by the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.serve.metrics;

import org.jspecify.annotations.NullMarked;
