package io.ttalloc.it.reliability.program;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers that a program reports to its test, one per line of its standard output. */
public final class PrintedFacts {
  /** The name of the program's longest operation. */
  public static final String MAX_NANOS = "maxNanos";

  private static final Pattern FACT = Pattern.compile("(?m)^fact (\\w+) (-?\\d+)$");
  private static final AtomicLong MAX = new AtomicLong();

  private final Map<String, Long> facts = new HashMap<>();

  private PrintedFacts(String output) {
    Matcher matcher = FACT.matcher(output);
    while (matcher.find()) {
      facts.put(matcher.group(1), Long.valueOf(matcher.group(2)));
    }
  }

  /** Reads the facts in a program's output. */
  public static PrintedFacts in(String output) {
    return new PrintedFacts(output);
  }

  /** Returns a number, which the program must have printed. */
  public long get(String name) {
    Long value = facts.get(name);
    if (value == null) {
      throw new AssertionError("the program did not print '%s', only %s".formatted(name, facts));
    }
    return value;
  }

  /** Prints a number. Called by the program under test. */
  public static void print(String name, long value) {
    // A single write, because several threads may print at once.
    System.out.print("fact " + name + " " + value + "\n");
    System.out.flush();
  }

  /**
   * Records the longest operation of a thread; {@link #printMax} prints the longest operation of
   * all threads. Called by the program under test.
   */
  public static void addTimes(Stopwatch stopwatch) {
    MAX.accumulateAndGet(stopwatch.maxNanos(), Math::max);
  }

  /** Prints the time of the longest operation. Called by the program under test. */
  public static void printMax() {
    print(MAX_NANOS, MAX.get());
  }
}
