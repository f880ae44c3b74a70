package io.ttalloc.rules;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A version, reduced to the part that can be compared: the numbers at its beginning. {@code
 * 4.1.100.Final} is 4.1.100, {@code 9-M1} is 9; missing numbers are 0.
 */
public final class Version implements Comparable<Version> {
  /** The maximum number of parts that are compared. */
  private static final int MAX_PARTS = 8;

  private final long[] numbers;

  private Version(long[] numbers) {
    this.numbers = numbers;
  }

  /** The version of the running JVM. */
  public static Version ofThisJdk() {
    return Objects.requireNonNull(parse(Runtime.version().toString()));
  }

  /** Parses a version; null if the text does not begin with a digit, or a number is too large. */
  public static @Nullable Version parse(String text) {
    long[] numbers = new long[MAX_PARTS];
    int count = 0;
    int at = 0;
    while (count < MAX_PARTS && at < text.length() && isDigit(text.charAt(at))) {
      long number = 0;
      while (at < text.length() && isDigit(text.charAt(at))) {
        number = number * 10 + (text.charAt(at) - '0');
        if (number > Integer.MAX_VALUE) {
          return null;
        }
        at++;
      }
      numbers[count++] = number;
      if (at == text.length() || text.charAt(at) != '.') {
        break;
      }
      at++;
    }
    return count == 0 ? null : new Version(numbers);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  @Override
  public int compareTo(Version other) {
    for (int i = 0; i < MAX_PARTS; i++) {
      int compared = Long.compare(numbers[i], other.numbers[i]);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Version version && compareTo(version) == 0;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  /** The numbers, without zeros at the end. */
  @Override
  public String toString() {
    int count = MAX_PARTS;
    while (count > 1 && numbers[count - 1] == 0) {
      count--;
    }
    StringBuilder text = new StringBuilder().append(numbers[0]);
    for (int i = 1; i < count; i++) {
      text.append('.').append(numbers[i]);
    }
    return text.toString();
  }
}
