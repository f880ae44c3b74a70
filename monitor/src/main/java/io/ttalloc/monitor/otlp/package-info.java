/**
 * Sends the metrics of this machine by OTLP over HTTP, with the exporter of the OpenTelemetry SDK.
 *
 * <p>Used by {@link io.ttalloc.monitor.serve}. The numbers are those of {@link
 * io.ttalloc.monitor.metrics}, in the data model of OpenTelemetry. One thread of its own sends at
 * an interval. On the application class loader of the command line.
 */
@NullMarked
package io.ttalloc.monitor.otlp;

import org.jspecify.annotations.NullMarked;
