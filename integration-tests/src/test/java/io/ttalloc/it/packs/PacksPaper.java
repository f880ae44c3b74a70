package io.ttalloc.it.packs;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Writes docs/measurements/packs.md: the result of each pack for each way to open a resource. */
public final class PacksPaper {
  static final String HEAD =
      """
      # Packs for the JDK: measurements

      What the [packs for the JDK](../packs.md) find. For each way to open something that a pack knows, programs open it and keep it,
      open it and drop it, and open it and close it twice; the heap is examined (`holders=true`). The test that compares the reports
      with what was done writes this table; to repeat it, with a JDK 17 and a JDK 25 side by side:

      ```sh
      mvn -B -ntp -Preliability verify -Dit.test=PacksIT -Dfailsafe.failIfNoSpecifiedTests=false \\
        -Dtest=NoSuchTest -Dsurefire.failIfNoSpecifiedTests=false
      ```

      **Left open** is what was kept or dropped, or cannot be closed on that JDK. **Found** is the part of it that the report lists once, under its type and with the call that
      opened it: as a leak or, where the pack's `policy` says so (**no leak**), as a finding that is not one. **Not found** is the rest. A
      **false alarm** is what the report calls a leak although it was closed, is counted twice, has another type or is not a leak. Where
      nothing is left open, the resource ends up closed, as a refused connection does. What was collected stays in the report, as LOST or
      RECLAIMED; the JDK itself keeps asynchronous channels, their groups and process streams reachable, so they are
      LEFT_OPEN.
      """;

  private static final String TABLE =
      """
      | pack | opened by | type | left open | found | not found | false alarms |
      |---|---|---|--:|--:|--:|--:|
      """;

  private PacksPaper() {}

  static Path file() {
    return Repository.root().resolve("docs/measurements/packs.md");
  }

  static void write(SortedMap<Integer, List<WayScore>> scoresByJdk) throws IOException {
    StringBuilder paper = new StringBuilder(HEAD);
    scoresByJdk.forEach((major, scores) -> paper.append('\n').append(section(major, scores)));
    Files.writeString(file(), paper);
  }

  /** The section of the paper about one JDK. */
  static String section(int major, List<WayScore> scores) {
    return "## JDK " + major + "\n\n" + table(scores);
  }

  /** A table with a row for each way. */
  public static String table(List<WayScore> scores) {
    return scores.stream()
        .map(score -> score.row() + "\n")
        .collect(Collectors.joining("", TABLE, ""));
  }
}
