package io.ttalloc.viewer;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.decision.Suppression;
import io.ttalloc.analysis.decision.SuppressionFile;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeakErrorsTest {
  @TempDir private Path folder;

  private final LedgerBuilder ledger = ledger().history(4_096);

  @BeforeEach
  void openTwoBuffers() {
    for (int device = 0; device < 2; device++) {
      ledger
          .open(
              sized("buffer", "acme.Buffer"),
              stack("acme.Buffer.<init>:1", "acme.Ops.load:10", "acme.Main.main:5"))
          .on("c" + device, device, "DRAM")
          .at(4_096, 2_048)
          .bytes(24_576);
    }
  }

  @Test
  void eachLeakIsAnErrorOfTheOperationThatOpenedIt() throws Exception {
    try (WrittenDatabase database = WrittenDatabase.of(ledger, folder.resolve("report"))) {
      assertThat(database.rows("select * from errors"))
          .containsExactly(
              """
              1|Ops.load|LEFT_OPEN|Ops.load: LEFT_OPEN, a leak
              2 buffers, 49,152 B in DRAM, devices 0, 1
              why: open when the process ended; still reachable, and in no cache
              fix: call close() on the Buffer that Ops.load(Ops.java:10) opened; if Ops.load returns it, \
              Main.main(Main.java:5) must close it or pass it on|\
              at acme.Buffer.<init>(Buffer.java:1)
              at acme.Ops.load(Ops.java:10)
              at acme.Main.main(Main.java:5)
              |2026-01-02T03:04:05.001Z""");
    }
  }

  @Test
  void whatIsSuppressedIsNoError() throws Exception {
    List<Suppression> entries =
        SuppressionFile.of(
                YamlFile.parse(
                    "s.yaml",
                    "- {reason: lives on, stack: ... acme.Ops.* ...}",
                    SuppressionFile.KIND))
            .suppressions();
    AnalysisOptions options =
        AnalysisOptions.defaults().suppressing(entries, LocalDate.of(2026, 1, 1));
    Path target = folder.resolve("report");

    try (WrittenDatabase database =
        WrittenDatabase.of(ledger, new ViewerFolder(target), target, options)) {
      assertThat(database.rows("select * from errors")).isEmpty();
      assertThat(database.rows("select value from report_metadata where key = 'tt_alloc_leaks'"))
          .containsExactly("0");
    }
  }

  @Test
  void aCacheThatGrowsIsOneErrorForEachCall() throws Exception {
    LedgerBuilder runs = MeshRun.withSites(ledger().history(8_192));
    for (int run = 1; run <= 3; run++) {
      MeshRun.record(runs, "" + run);
      runs.mark("run " + run);
    }
    try (WrittenDatabase database = WrittenDatabase.of(runs, folder.resolve("report"))) {
      assertThat(
              database.rows(
                  "select e.operation_id, o.name, error_type from errors e"
                      + " join operations o using (operation_id) order by 1"))
          .containsExactly("3|Ttnn.add|CACHED and GROWING", "4|Ttnn.matmul|CACHED and GROWING");
    }
  }

  @Test
  void ifItsOperationIsLeftOutTheErrorIsThatOfTheEnd() throws Exception {
    try (WrittenDatabase database = WrittenDatabase.of(ledger, folder.resolve("report"), 2)) {
      assertThat(database.rows("select operation_id, operation_name from errors"))
          .containsExactly("1|process exit");
    }
  }
}
