package io.ttalloc.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the checked-in paper matches the current programs. */
class AblationPaperTest {
  @Test
  void everyKindOfEvidenceHasItsRows() throws IOException {
    List<String> paper = Files.readAllLines(AblationPaper.file());
    int cases = AblationRun.Case.all().size();

    for (Evidence evidence : Evidence.values()) {
      assertRow(
          paper, "| corpus | %s | %d | ".formatted(evidence.title, CorpusProgram.all().size()));
      assertRow(paper, "| cases | %s | %d | ".formatted(evidence.title, cases));
    }
  }

  private static void assertRow(List<String> paper, String beginning) {
    assertThat(paper).filteredOn(line -> line.startsWith(beginning)).as(beginning).hasSize(1);
  }
}
