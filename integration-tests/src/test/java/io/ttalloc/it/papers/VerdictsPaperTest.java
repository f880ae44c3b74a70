package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.ledger.MisuseKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/reports.md} lists all verdicts in the order in which they are tried. */
class VerdictsPaperTest {
  private final Paper paper = Paper.read(Repository.root().resolve("docs/reports.md"));

  @Test
  void theTableSaysOfEachVerdictWhetherItIsALeak() {
    List<String> expected =
        Verdicts.inOrder().stream()
            .map(verdict -> "| %s | %s |".formatted(verdict, leak(verdict)))
            .toList();
    int head = paper.lines().indexOf("| verdict | leak | in a phrase |");
    assertThat(
            paper.lines().stream()
                .skip(head + 2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.replaceFirst("^((\\| [^|]+ ){2}\\|).*", "$1")))
        .isEqualTo(expected);
  }

  private static String leak(Verdict verdict) {
    if (verdict.isLeak(false)) {
      return "yes";
    }
    return verdict.isLeak(true) ? "no, unless it grows" : "no";
  }

  @Test
  void everyVerdictAndEveryMisuseHasASection() {
    List<String> titles =
        paper.lines().stream()
            .filter(line -> line.startsWith("### "))
            .map(line -> line.substring(4))
            .toList();
    assertThat(titles)
        .containsSubsequence(Verdicts.inOrder().stream().map(Verdict::name).toList())
        .containsAll(Arrays.stream(MisuseKind.values()).map(MisuseKind::name).toList());
  }
}
