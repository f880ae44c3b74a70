package io.ttalloc.monitor.serve;

import io.ttalloc.monitor.push.Destination;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is sent where. Immutable.
 *
 * @param leaks who is told of leaks; null for nobody
 * @param otlp who gets the metrics by OTLP; null for nobody
 */
public record PushSettings(
    @Nullable Destination leaks, @Nullable Destination otlp, Duration otlpInterval) {
  /** Nothing is sent. */
  public static final PushSettings NONE = new PushSettings(null, null, Duration.ZERO);
}
