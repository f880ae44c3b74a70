package io.ttalloc.it.reliability;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes docs/measurements/reliability.md from the rows written by the trials. */
final class ReliabilityPaper {
  /** The JDKs that the paper must cover. */
  static final List<Integer> RELEASES = List.of(17, 25);

  static final String HEAD =
      """
      # Reliability

      What was done to programs under the agent to break their recording, and what came of it. Written by the tests
      themselves; to repeat it, with a JDK 17 and a JDK 25 side by side:

      ```sh
      mvn -B -ntp -Preliability verify
      mvn -B -ntp -Preliability verify -Dttalloc.soakMinutes=30  # with a longer soak, as in the table
      mvn -B -ntp -Preliability verify -Dttalloc.effort=25     # a quarter of what is tried and repeated
      ```

      In addition to these trials of whole programs, there are trials of the recording alone, which print what they did. They
      run on another JDK with `-Djvm=`, the path of its `java`:

      ```sh
      # An error at every allocation and depth of the stack of every hook, and 1,000 operations after each.
      mvn -B -ntp -pl points -am test -Dtest=ErrorInjectionTest -Dsurefire.failIfNoSpecifiedTests=false \\
        -Dttalloc.points=all -Dtest.timeout=1h
      # Every order in which two or three threads may reach shared memory, with three preemptions at most.
      mvn -B -ntp -pl points -am test -Dtest=InterleavingsTest -Dsurefire.failIfNoSpecifiedTests=false \\
        -DexcludedGroups=none -Dttalloc.preemptions=3 -Dtest.timeout=1h
      # Eight threads that own, hold, hand on and close the same objects; 50 times in the profile.
      mvn -B -ntp -pl probe -am test -Preliability -Dtest='LongStressTest*' -Dsurefire.failIfNoSpecifiedTests=false \\
        -Dttalloc.stressRuns=2000
      ```

      **Lost** is what was published in the ledger and then missing or wrong there, and every normal operation after the
      trial that was not recorded exactly. **Dropped** is what could not be recorded and was counted as such, so that the
      report says how much is missing. The **longest operation** is the longest single call that a thread of the
      application made, as that thread measured it: on a shared machine this holds whatever else kept the thread from
      running, for example the time for which a process was stopped.

      | what was tried | JDK | how often | lost | dropped | longest operation | exit status |
      |---|---|---|--:|--:|--:|--:|
      """;

  private ReliabilityPaper() {}

  /**
   * Writes the paper if all rows exist; otherwise prints the missing ones and leaves the paper
   * unchanged.
   */
  public static void main(String[] args) throws IOException {
    List<Row> rows = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (Trial trial : Trial.values()) {
      for (int release : RELEASES) {
        Row.read(Row.folder(), trial, release)
            .ifPresentOrElse(rows::add, () -> missing.add(trial + " on JDK " + release));
      }
    }
    if (missing.isEmpty()) {
      Files.writeString(file(), of(rows));
      System.out.println("docs/measurements/reliability.md: %d rows".formatted(rows.size()));
    } else {
      System.out.println(
          "docs/measurements/reliability.md stays as it is: no row of "
              + String.join(", ", missing));
    }
  }

  static Path file() {
    return Repository.root().resolve("docs/measurements/reliability.md");
  }

  static String of(List<Row> rows) {
    StringBuilder paper = new StringBuilder(HEAD);
    for (Row row : rows) {
      paper.append(line(row)).append('\n');
    }
    return paper.toString();
  }

  static String line(Row row) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %,d | %,d | %s | %s |",
        row.trial().title(),
        row.jdk(),
        row.repeats(),
        row.lost(),
        row.dropped(),
        millis(row.longestMillis()),
        exitStatus(row.exitStatus()));
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%,.0f ms", millis);
  }

  private static String exitStatus(int status) {
    return status == 128 + 9 ? status + " (killed)" : Integer.toString(status);
  }
}
