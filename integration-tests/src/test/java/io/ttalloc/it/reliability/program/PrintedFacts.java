package io.ttalloc.it.reliability.program;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers that a program reports to its test, one per line of its standard output. */
public final class PrintedFacts {
  /** The name of the program's longest operation. */
  public static final String LONGEST_NANOS = "longestNanos";

  private static final Pattern FACT = Pattern.compile("(?m)^fact (\\w+) (-?\\d+)$");
  private static final AtomicLong LONGEST = new AtomicLong();

  private final Map<String, Long> facts = new HashMap<>();

  private PrintedFacts(String output) {
    Matcher matcher = FACT.matcher(output);
    while (matcher.find()) {
      facts.put(matcher.group(1), Long.valueOf(matcher.group(2)));
    }
  }

  /** What was told in an output. */
  public static PrintedFacts in(String output) {
    return new PrintedFacts(output);
  }

  /** A number that the program must have told. */
  public long get(String name) {
    Long value = facts.get(name);
    if (value == null) {
      throw new AssertionError("the program did not tell '%s', only %s".formatted(name, facts));
    }
    return value;
  }

  /** For the program: tells a number. */
  public static void tell(String name, long value) {
    // In one write: threads may tell at once.
    System.out.print("fact " + name + " " + value + "\n");
    System.out.flush();
  }

  /** For the program: notes what a thread felt, which {@link #tellLongest} tells. */
  public static void felt(Stopwatch stopwatch) {
    LONGEST.accumulateAndGet(stopwatch.longestNanos(), Math::max);
  }

  /** For the program: tells the longest operation of all that was noted. */
  public static void tellLongest() {
    tell(LONGEST_NANOS, LONGEST.get());
  }
}
