package io.ttalloc.analysis.decision;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.json.ComparisonJson;
import io.ttalloc.analysis.report.text.ComparisonText;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final TypeEntry SESSION = sized("session", "com.acme.Session");

  private final LedgerBuilder before = ledger();
  private final LedgerBuilder after = ledger();

  @Test
  void distinguishesNewGrownShrunkGoneAndUnchanged() {
    open(before, "Grown", 1, 64);
    open(after, "Grown", 3, 64);
    open(before, "Shrunk", 2, 10);
    open(after, "Shrunk", 1, 10);
    open(before, "Same", 1, 7);
    open(after, "Same", 1, 7);
    open(before, "Gone", 2, 1_024);
    open(after, "Fresh", 1, 0);

    assertThat(ComparisonText.of(comparison(), "a.json", "b.ledger"))
        .isEqualTo(
            """
            tt-alloc: 1 new, 1 grown, 1 shrunk, 1 gone, 1 unchanged (a.json -> b.ledger)
              NEW        1 session of Fresh.open, a leak
              GROWN      3 sessions of Grown.open, 192 B; +2, +128 B
              SHRUNK     1 session of Shrunk.open, 10 B; -1, -10 B
              GONE       2 sessions of Gone.open, 2,048 B, a leak
              UNCHANGED  1 session of Same.open, 7 B
            """);
  }

  @Test
  void distinguishesTwoCallsOfOneSiteAlsoInReadReports() {
    for (LedgerBuilder ledger : List.of(before, after)) {
      ledger.site("lib.Loader", "load", "load_it").site("lib.Op", "run", "run_it");
      for (String call : new String[] {"add", "matmul"}) {
        ledger
            .open(
                SESSION,
                stack(
                    "lib.Loader.load:1",
                    "lib.Op.run:2",
                    "lib.Api." + call + ":3",
                    "org.app.Main.main:8"))
            .bytes(call.length());
      }
    }
    String expected =
        """
        tt-alloc: 2 unchanged (a -> b)
          UNCHANGED  1 session of load_it under run_it by Api.matmul, 6 B
          UNCHANGED  1 session of load_it under run_it by Api.add, 3 B
        """;
    assertThat(ComparisonText.of(comparison(), "a", "b")).isEqualTo(expected);
    String json =
        Reports.written(Reports.of(after), Objects.requireNonNull(ReportFormats.byName("json")));
    assertThat(ReportFile.parse("after.json", json))
        .isEqualTo(
            new ReportFile.Read(
                RecordedReport.of(Reports.of(after).findings()),
                OpeningStacks.of(Reports.of(after).findings())));
  }

  @Test
  void reportsWhatHasBecomeALeak() {
    open(before, "Pool", 1, 64);
    before.ended(ProcessEntry.Ended.RUNNING);
    open(after, "Pool", 1, 64);

    assertThat(ComparisonText.of(comparison(), "a", "b"))
        .isEqualTo(
            """
            tt-alloc: 1 unchanged (a -> b)
              UNCHANGED  1 session of Pool.open, 64 B, now a leak
            """);
  }

  @Test
  void twoCleanRunsAreUnchanged() {
    assertThat(ComparisonText.of(comparison(), "a", "b"))
        .isEqualTo("tt-alloc: unchanged: no findings in either report (a -> b)\n");
  }

  @Test
  void saysTheSameAsJson() {
    open(before, "Grown", 1, 64);
    open(after, "Grown", 3, 64);

    String fingerprint = Reports.of(after).findings().get(0).fingerprint();
    assertThat(ComparisonJson.of(comparison(), "a", "b"))
        .isEqualTo(
            """
            {
             "schema": "tt-alloc-diff/1",
             "before": "a",
             "after": "b",
             "new": 0,
             "grown": 1,
             "shrunk": 0,
             "gone": 0,
             "unchanged": 0,
             "findings": [
              {
               "change": "GROWN",
               "fingerprint": "%s",
               "type": "session",
               "class": "com.acme.Session",
               "site": "Grown.open",
               "title": "Grown.open",
               "before": {
                "count": 1,
                "bytes": 64,
                "leak": true
               },
               "after": {
                "count": 3,
                "bytes": 192,
                "leak": true
               }
              }
             ]
            }
            """
                .formatted(fingerprint));
  }

  private static void open(LedgerBuilder ledger, String site, int count, long bytes) {
    for (int i = 0; i < count; i++) {
      ledger
          .open(SESSION, stack("com.acme." + site + ".open:4", "com.acme.Main.main:8"))
          .bytes(bytes);
    }
  }

  private Comparison comparison() {
    return Comparison.of(
        RecordedReport.of(Reports.of(before).findings()),
        RecordedReport.of(Reports.of(after).findings()));
  }
}
