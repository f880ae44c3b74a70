package io.ttalloc.monitor;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments such as {@code 250ms} and {@code 2s} to the time between two readings. */
class IntervalConverter implements ITypeConverter<Duration> {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(ms|s|m)");
  private static final Duration MOST = Duration.ofHours(1);

  private final Duration least;
  private final String leastWritten;

  IntervalConverter() {
    this(Duration.ofMillis(100), "100ms");
  }

  private IntervalConverter(Duration least, String leastWritten) {
    this.least = least;
    this.leastWritten = leastWritten;
  }

  /** The same for what is sent to other machines, from one second on. */
  static final class Sending extends IntervalConverter {
    Sending() {
      super(Duration.ofSeconds(1), "1s");
    }
  }

  @Override
  public final Duration convert(String written) {
    Matcher matcher = WRITTEN.matcher(written);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      Duration interval =
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
          };
      if (interval.compareTo(least) >= 0 && interval.compareTo(MOST) <= 0) {
        return interval;
      }
    }
    throw new TypeConversionException(
        "'%s' is no interval, expected %s to 60m, a number and ms, s or m"
            .formatted(written, leastWritten));
  }
}
