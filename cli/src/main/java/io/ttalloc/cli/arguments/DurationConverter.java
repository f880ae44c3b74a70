package io.ttalloc.cli.arguments;

import io.ttalloc.text.TimeSpan;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments such as {@code 7d} and {@code 12h} to durations. */
public final class DurationConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String written) {
    long nanos = TimeSpan.parse(written);
    if (nanos == 0) {
      throw new TypeConversionException(
          "'%s' is not a duration, expected %s".formatted(written, TimeSpan.SYNTAX));
    }
    return Duration.ofNanos(nanos);
  }
}
