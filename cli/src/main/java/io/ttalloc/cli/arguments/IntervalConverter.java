package io.ttalloc.cli.arguments;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments such as {@code 250ms} and {@code 2s} to the time between two readings. */
public final class IntervalConverter implements ITypeConverter<Duration> {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(ms|s|m)");
  private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
  private static final Duration MAX_INTERVAL = Duration.ofHours(1);

  @Override
  public Duration convert(String written) {
    Matcher matcher = WRITTEN.matcher(written);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      Duration interval =
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
          };
      if (interval.compareTo(MIN_INTERVAL) >= 0 && interval.compareTo(MAX_INTERVAL) <= 0) {
        return interval;
      }
    }
    throw new TypeConversionException(
        "'%s' is no interval, expected 100ms to 60m, a number and ms, s or m".formatted(written));
  }
}
