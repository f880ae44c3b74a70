package io.ttalloc.cli.arguments;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments such as {@code 7d} and {@code 12h} to durations. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})([smhdw])");

  @Override
  public Duration convert(String written) {
    Matcher matcher = WRITTEN.matcher(written);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'%s' is no duration, expected a number and s, m, h, d or w, such as 90m, 12h or 7d"
              .formatted(written));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> Duration.ofDays(7 * number);
    };
  }
}
