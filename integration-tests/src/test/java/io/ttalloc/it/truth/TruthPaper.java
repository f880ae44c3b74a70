package io.ttalloc.it.truth;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes docs/measurements/truth.md: the agent's findings on the corpus, compared with the known
 * leaks.
 */
final class TruthPaper {
  static final String HEAD =
      """
      # Truth

      Reports compared with the known leaks of programs. The programs are in
      `integration-tests/src/test/java/io/ttalloc/corpus/`, most of them in pairs: one that leaks, and the same one fixed. Their
      authors had not seen the agent's code, and noted each program's leaks before it was run; three of `locals`
      (ArgumentOfRunningCall, PartsBesideConnection, TwoListsOneClosed) follow programs on which the agent was wrong. A test makes
      the comparison and writes this paper; to repeat it, with a JDK 17 and a JDK 25 installed side by side:

      ```sh
      mvn -B -ntp -Preliability verify -Dit.test=CorpusIT -Dfailsafe.failIfNoSpecifiedTests=false \\
        -Dtest=NoSuchTest -Dsurefire.failIfNoSpecifiedTests=false
      ```

      **Found** are leaked resources that the report calls leaks, with the right opening. **Not judged** are leaked resources whose
      closes no agent can see, such as those of lambdas, as the report says. **Missed** are the other leaked resources.
      A **false alarm** is a resource that the report calls a leak and that is not one, or that leaked elsewhere. **With the heap**
      is the report at exit with `holders=true`; **without the heap** is the report from the ledger alone.

      """;

  private static final String TABLE =
      """
      | kind | programs | leaking | leaked | found | not judged | missed | false alarms | found without the heap | not judged | missed | false alarms |
      |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
      """;

  private TruthPaper() {}

  static Path file() {
    return Repository.root().resolve("docs/measurements/truth.md");
  }

  static void write(List<CorpusRun> runs) throws IOException {
    Files.writeString(file(), of(runs));
  }

  static String of(List<CorpusRun> runs) {
    StringBuilder paper = new StringBuilder(HEAD.stripTrailing()).append('\n');
    var byJdk =
        runs.stream()
            .collect(
                Collectors.groupingBy(run -> run.jdk().major(), TreeMap::new, Collectors.toList()));
    byJdk.forEach((major, some) -> paper.append(section(major, some)));
    return paper.append(wrong(runs)).append(differences(runs)).toString();
  }

  private static String section(int major, List<CorpusRun> runs) {
    StringBuilder section = new StringBuilder("\n## JDK " + major + "\n\n").append(TABLE);
    var byKind =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.program().kind(), TreeMap::new, Collectors.toList()));
    byKind.forEach((kind, some) -> section.append(row(kind, some)));
    return section.append(row("all", runs)).toString();
  }

  private static String row(String kind, List<CorpusRun> runs) {
    List<String> cells = new ArrayList<>();
    cells.add(kind);
    cells.add(number(runs.size()));
    cells.add(number(runs.stream().filter(run -> !run.program().isClean()).count()));
    cells.add(number(runs.stream().mapToLong(run -> run.withHeap().leaked()).sum()));
    for (Function<CorpusRun, Score> which :
        List.<Function<CorpusRun, Score>>of(CorpusRun::withHeap, CorpusRun::withoutHeap)) {
      List<Score> scores = runs.stream().map(which).toList();
      cells.add(number(scores.stream().mapToLong(Score::found).sum()));
      cells.add(number(scores.stream().mapToLong(Score::notJudged).sum()));
      cells.add(number(scores.stream().mapToLong(Score::missed).sum()));
      cells.add(number(scores.stream().mapToLong(Score::falseAlarms).sum()));
    }
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String wrong(List<CorpusRun> runs) {
    StringBuilder text = new StringBuilder("\n## What was wrong\n\n");
    String with = list(runs, CorpusRun::withHeap);
    text.append("With the heap: ").append(with.isEmpty() ? "nothing.\n" : "\n\n" + with);
    String without = list(runs, CorpusRun::withoutHeap);
    text.append("\nWithout it: ").append(without.isEmpty() ? "nothing.\n" : "\n\n" + without);
    return text.toString().replace(": \n", ":\n");
  }

  /**
   * Lists the programs whose reports with and without the heap differ, whether or not both are
   * right.
   */
  private static String differences(List<CorpusRun> runs) {
    List<String> rows = new ArrayList<>();
    for (CorpusRun run : runs) {
      String with = said(run.withHeap());
      String without = said(run.withoutHeap());
      if (!with.equals(without)) {
        rows.add(
            "| %s | %d | %s | %s |\n".formatted(run.program(), run.jdk().major(), with, without));
      }
    }
    String table =
        "| program | JDK | with the heap | without the heap |\n|---|--:|---|---|\n"
            + String.join("", rows);
    return "\n## What the heap changes\n\n" + (rows.isEmpty() ? "Nothing.\n" : table);
  }

  private static String said(Score score) {
    String verdict = score.isRight() ? "" : "wrong: ";
    return score.findings().isEmpty()
        ? verdict + "clean"
        : verdict + score.findings().stream().sorted().collect(Collectors.joining("; "));
  }

  private static String list(List<CorpusRun> runs, Function<CorpusRun, Score> which) {
    return runs.stream()
        .filter(run -> !which.apply(run).isRight())
        .map(run -> line(run.program(), run.jdk(), which.apply(run)))
        .collect(Collectors.joining());
  }

  private static String line(CorpusProgram program, Jdk jdk, Score score) {
    return "- %s on JDK %d: %s missed, %s false; the report says: %s. Truth: %s.\n"
        .formatted(
            program,
            jdk.major(),
            number(score.missed()),
            number(score.falseAlarms()),
            score.findings().isEmpty() ? "nothing" : String.join("; ", score.findings()),
            program.truth().why());
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
