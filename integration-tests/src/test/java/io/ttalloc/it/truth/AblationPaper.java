package io.ttalloc.it.truth;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes docs/measurements/ablation.md: what the agent finds with less evidence. */
final class AblationPaper {
  static final String HEAD =
      """
      # Ablation

      What the agent finds if it has less to judge by. The programs are those of [truth](truth.md), with the rules that each
      brings, and those of `CasesIT`, which follow public bug reports and have all packs, on one JDK, 17. A test writes this paper;
      to repeat it:

      ```sh
      mvn -B -ntp -Preliability verify -Dit.test=AblationIT -Dfailsafe.failIfNoSpecifiedTests=false \\
        -Dtest=NoSuchTest -Dsurefire.failIfNoSpecifiedTests=false
      ```

      What hooks record, such as openings, closes, owners and stacks, is always there. Two kinds of evidence can be switched off:

      - **The heap**, by `holders=false`: what keeps an open resource reachable.
      - **Collections**, by the JVM's flag `-XX:+DisableExplicitGC`: which open resources nothing can reach any more. The agent
        has no option for that. With the flag, the JVM also ignores the requests of the ten programs of the corpus that call `System.gc()`.
        A heap dump still collects garbage: the JVM does so before it writes one.

      **Undecided** are leaked resources whose finding says that nothing decides about them. The other words are those of
      [truth](truth.md).

      """;

  private static final String TABLE =
      """
      | programs | evidence | runs | leaked | found | not judged | undecided | missed | false alarms |
      |---|---|--:|--:|--:|--:|--:|--:|--:|
      """;

  private AblationPaper() {}

  static Path file() {
    return Repository.root().resolve("docs/measurements/ablation.md");
  }

  static void write(List<AblationRun> runs) throws IOException {
    Files.writeString(file(), of(runs));
  }

  static String of(List<AblationRun> runs) {
    var byOrigin = runs.stream().collect(Collectors.partitioningBy(AblationRun::ofCorpus));
    return HEAD
        + TABLE
        + rows("corpus", byOrigin.get(true))
        + rows("cases", byOrigin.get(false))
        + differences(runs);
  }

  private static String rows(String name, List<AblationRun> runs) {
    StringBuilder rows = new StringBuilder();
    for (Evidence evidence : runs.isEmpty() ? new Evidence[0] : Evidence.values()) {
      long[] sums = new long[AblationRun.numbers(runs.get(0).scores().get(evidence)).size()];
      long leaked = 0;
      for (AblationRun run : runs) {
        Score score = run.scores().get(evidence);
        List<Long> numbers = AblationRun.numbers(score);
        leaked += score.leaked();
        for (int i = 0; i < sums.length; i++) {
          sums[i] += numbers.get(i);
        }
      }
      List<String> cells = new ArrayList<>(List.of(name, evidence.title, number(runs.size())));
      cells.add(number(leaked));
      for (long sum : sums) {
        cells.add(number(sum));
      }
      rows.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    return rows.toString();
  }

  private static String differences(List<AblationRun> runs) {
    StringBuilder rows = new StringBuilder();
    for (AblationRun run : runs.stream().filter(AblationRun::differs).toList()) {
      Score all = run.scores().get(Evidence.ALL);
      for (Evidence evidence : Evidence.values()) {
        Score score = run.scores().get(evidence);
        if (evidence == Evidence.ALL
            || !AblationRun.numbers(score).equals(AblationRun.numbers(all))) {
          rows.append(row(run, evidence, score));
        }
      }
    }
    String table =
        """
        | program | evidence | leaked | found | not judged | undecided | missed | false alarms | the report says |
        |---|---|--:|--:|--:|--:|--:|--:|---|
        """;
    return "\n## What less evidence changes\n\n" + (rows.isEmpty() ? "Nothing.\n" : table + rows);
  }

  private static String row(AblationRun run, Evidence evidence, Score score) {
    return "| %s | %s | %d | %s | %s |\n"
        .formatted(
            run.program(),
            evidence.title,
            score.leaked(),
            AblationRun.numbers(score).stream()
                .map(AblationPaper::number)
                .collect(Collectors.joining(" | ")),
            score.findings().isEmpty() ? "clean" : String.join("; ", score.findings()));
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
