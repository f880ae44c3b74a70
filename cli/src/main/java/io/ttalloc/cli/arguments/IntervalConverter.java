package io.ttalloc.cli.arguments;

import io.ttalloc.text.TimeSpan;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments such as {@code 250ms} and {@code 2s} to an interval between two readings. */
public final class IntervalConverter implements ITypeConverter<Duration> {
  private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
  private static final Duration MAX_INTERVAL = Duration.ofHours(1);

  @Override
  public Duration convert(String written) {
    Duration interval = Duration.ofNanos(TimeSpan.parse(written));
    if (interval.compareTo(MIN_INTERVAL) < 0 || interval.compareTo(MAX_INTERVAL) > 0) {
      throw new TypeConversionException(
          "'%s' is not an interval, expected a number and a unit (ms, s or m), from 100ms to 60m"
              .formatted(written));
    }
    return interval;
  }
}
