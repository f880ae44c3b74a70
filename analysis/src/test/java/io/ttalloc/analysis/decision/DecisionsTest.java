package io.ttalloc.analysis.decision;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionsTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void withoutFilesThereIsNothingToDecide() {
    Decisions none = Decisions.read(List.of(), null);

    assertThat(none.suppressions()).isEmpty();
    assertThat(none.baseline()).isNull();
    assertThat(none.problems()).isEmpty();
  }

  @Test
  void suppressionsOfAllFilesAndTheFindingsOfTheBaselineApply() throws IOException {
    LedgerBuilder ledger = ledger();
    ledger.open(type("session", "com.acme.Session"), stack("com.acme.Main.main:3"));
    String report = Reports.written(Reports.of(ledger), ReportFormats.byName("json"));

    Decisions read =
        Decisions.read(
            List.of(
                file("one.yaml", "- {reason: first, type: a}\n- {reason: second, type: b}\n"),
                file("other.yaml", "- {reason: third, type: c}\n")),
            file("baseline.json", report));

    assertThat(read.problems()).isEmpty();
    assertThat(read.suppressions())
        .extracting(suppression -> suppression.name().replaceAll(" .*", ""))
        .containsExactly("first", "second", "third");
    assertThat(read.baseline()).isNotNull();
    assertThat(read.baseline().byFingerprint().values())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.type()).isEqualTo("session");
              assertThat(finding.leak()).isTrue();
            });
  }

  @Test
  void whatIsWrongInOneFileLeavesTheOthersAsTheyAre() throws IOException {
    String good = file("good.yaml", "- {reason: first, type: a}\n");
    String bad = file("bad.yaml", "- {type: a}\n");
    String none = folder.resolve("none.json").toString();

    Decisions read = Decisions.read(List.of(bad, good), none);

    assertThat(read.suppressions()).hasSize(1);
    assertThat(read.baseline()).isNull();
    assertThat(read.problems())
        .satisfiesExactly(
            one -> assertThat(one.line()).startsWith(bad + ":1:3: "),
            one -> assertThat(one.line()).startsWith(none + ": "));
  }
}
