package io.ttalloc.agent.exit;

import io.ttalloc.ledger.write.OpenAtEnd;

/**
 * The line that is written at exit if the program left none of its own resources open. It is built
 * from the ledger's counters alone, so the classes that read and judge a ledger are not even
 * loaded. A report on the ledger of such a run has the same text as its headline.
 */
final class CleanRun {
  private CleanRun() {}

  static String line(OpenAtEnd open) {
    long disowned = open.disowned();
    return "clean. "
        + grouped(open.opened())
        + " opened, "
        + grouped(Math.max(0, open.closed() - disowned))
        + " closed"
        + (disowned == 0 ? "" : ", " + grouped(disowned) + " disowned")
        + ", Active allocations: 0"
        + (open.systemsOwn() == 0
            ? ""
            : ", and " + grouped(open.systemsOwn()) + " of the system's own resources still open");
  }

  /** Formats a number as {@code 1,234,567}. */
  private static String grouped(long number) {
    StringBuilder digits = new StringBuilder().append(number);
    for (int at = digits.length() - 3; at > 0; at -= 3) {
      digits.insert(at, ',');
    }
    return digits.toString();
  }
}
