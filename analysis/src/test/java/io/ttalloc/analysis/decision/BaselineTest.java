package io.ttalloc.analysis.decision;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineTest {
  private static final TypeEntry SESSION = sized("session", "com.acme.Session");

  private final LedgerBuilder before = ledger();
  private final LedgerBuilder now = ledger();

  @Test
  void matchesByTypeAndStackWithoutLinesAndVerdict() throws IOException {
    open(before, "com.acme.Pool.open:40", "com.acme.Main.lambda$run$3:7");
    open(before, "com.acme.Gone.open:9", "com.acme.Main.run:8");
    now.open(SESSION, stack("com.acme.Pool.open:45", "com.acme.Main.lambda$run$12:9"))
        .bytes(64)
        .collected();
    open(now, "com.acme.Other.open:1", "com.acme.Main.run:8");

    Report report = report(now, json(before));

    assertThat(report.findings())
        .extracting(f -> f.opening().site() + " " + f.verdict() + " " + f.judgement().baseline())
        .containsExactly("Pool.open LOST KNOWN", "Other.open LEFT_OPEN NEW");
    assertThat(report.findings()).allMatch(f -> f.leak());
    assertThat(report.leaks()).isEqualTo(2);
    assertThat(report.failures()).isEqualTo(1);
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .startsWith("tt-alloc: 2 LEAKS: 2 open, 128 B (2 sessions), worst Pool.open, 1 NEW (")
        .contains("\nLOST (KNOWN), a leak: 1 entry, ")
        .contains("\nLEFT_OPEN (NEW), a leak: 1 entry, ")
        .contains("\nbaseline: 1 new, 1 known, 1 gone\n  gone: 1 session of Gone.open, 64 B\n");
    assertThat(Reports.written(report, ReportFormats.byName("json")))
        .contains("\"baseline\": \"KNOWN\"", "\"baseline\": \"NEW\"")
        .contains(
            """
             "baseline": {
              "new": 1,
              "known": 1,
              "gone": [
               {
                "fingerprint": "%s",
                "type": "session",
                "class": "com.acme.Session",
                "site": "Gone.open",
                "count": 1,
                "bytes": 64
               }
              ]
             }
            """
                .formatted(Reports.of(before).findings().get(1).fingerprint()));
  }

  @Test
  void knownLeaksAreNoFailures() throws IOException {
    open(before, "com.acme.Pool.open:40");
    open(now, "com.acme.Pool.open:40");

    Report report = report(now, json(before));

    assertThat(report.failures()).isZero();
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .startsWith("tt-alloc: 1 LEAK: 1 open, 64 B (1 session), at Pool.open, all KNOWN (");
  }

  @Test
  void aLeakIsNewIfItWasInUseInTheBaseline() throws IOException {
    open(before, "com.acme.Pool.open:40", "com.acme.Main.run:8");
    before.running(
        "main", stack("java.lang.System.exit:1", "com.acme.Pool.open:41", "com.acme.Main.run:8"));
    open(now, "com.acme.Pool.open:40", "com.acme.Main.run:8");

    assertThat(json(before).byFingerprint().values()).noneMatch(RecordedFinding::leak);
    assertOneLeakIsNew(report(now, json(before)), Verdicts.LEFT_OPEN);
  }

  @Test
  void aCacheThatGrowsIsNewIfItDidNotGrowInTheBaseline() throws IOException {
    cached(before, 1);
    before.mark("1").mark("2").mark("3");
    cached(now, 3);

    assertThat(json(before).byFingerprint().values()).noneMatch(RecordedFinding::leak);
    assertOneLeakIsNew(report(now, json(before)), Verdicts.CACHED);
  }

  @Test
  void whatIsNoLeakIsKnownIfTheBaselineHasIt() throws IOException {
    cached(before, 1);
    cached(now, 1);

    Report report = report(now, json(before));

    assertThat(report.findings())
        .extracting(f -> f.verdict() + " " + f.judgement().baseline())
        .containsExactly("CACHED KNOWN");
  }

  private static void assertOneLeakIsNew(Report report, Verdict verdict) {
    assertThat(report.findings()).filteredOn(f -> f.leak()).hasSize(1);
    assertThat(report.findings())
        .filteredOn(f -> f.verdict() == verdict && f.leak())
        .extracting(f -> f.judgement().baseline())
        .containsExactly(Baselined.NEW);
    assertThat(report.failures()).isEqualTo(1);
    assertThat(report.effects().gone()).isEmpty();
  }

  private static void cached(LedgerBuilder ledger, int cycles) {
    TypeEntry type = LedgerBuilder.cache("cache", "com.acme.Cache", "drain()");
    OpenedResource cache = ledger.open(type, stack("com.acme.Cache.<init>:1"));
    for (int i = 1; i <= cycles; i++) {
      ledger.open(SESSION, stack("com.acme.Pool.open:40")).bytes(64).heldBy(cache, "x");
      ledger.mark("" + i);
    }
  }

  @Test
  void cleanReportIsOneLineWhateverIsGone() throws IOException {
    open(before, "com.acme.Pool.open:40");
    now.closed(SESSION, stack("com.acme.Pool.open:40"), 1, 1);

    assertThat(Reports.written(report(now, json(before)), ReportFormats.text(false)))
        .hasLineCount(1);
  }

  @Test
  void reportReadFromJsonEqualsTheReport() {
    open(before, "com.acme.Pool.open:40");
    open(before, "com.acme.Other.open:40");

    assertThat(json(before)).isEqualTo(RecordedReport.of(Reports.of(before).findings()));
    assertThat(json(before).byFingerprint()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      value = {
        "^^; an empty file, expected a JSON report;",
        "{\"schema\"; text that is not JSON (",
        "{schema: 'tt-alloc/1'}; text that is not JSON (",
        "[]; JSON without 'schema', expected a report with the schema tt-alloc/1;",
        "{\"schema\": \"tt-alloc/2\"}; the schema 'tt-alloc/2', expected tt-alloc/1;",
        "{\"schema\": {}}; a schema that is not a string, expected tt-alloc/1;",
        "{\"schema\": \"tt-alloc/1\"}; no 'findings' array, expected a report with the schema"
            + " tt-alloc/1;",
        "{\"schema\": \"tt-alloc/1\", \"findings\": []} {}; text that is not JSON (",
        "{\"schema\": \"tt-alloc/1\", \"findings\": [7]}; findings[0] is not an object, expected a"
            + " JSON object;",
        "{\"schema\": \"tt-alloc/1\", \"findings\": [{}]}; no findings[0].leak, expected true or"
            + " false;",
        "{\"schema\": \"tt-alloc/1\", \"findings\": [{\"leak\": true, \"fingerprint\": \"a\","
            + " \"type\": \"t\", \"class\": \"c\", \"site\": \"s\", \"count\": 1.5}]}; '1.5' for"
            + " findings[0].count, expected a non-negative number;",
      })
  void aFileThatIsNoReportIsReportedInOneLine(String json, String said) {
    ReportFile file = ReportFile.parse("b.json", json);

    assertThat(file).isInstanceOf(ReportFile.Refused.class);
    assertThat(((ReportFile.Refused) file).problem().line())
        .startsWith("b.json: " + said)
        .endsWith("; the file is ignored")
        .hasLineCount(1);
  }

  @Test
  void refusesDeeplyNestedJson() {
    assertThat(ReportFile.parse("b.json", "[".repeat(1_000_000)))
        .isInstanceOf(ReportFile.Refused.class);
  }

  @Test
  void aMissingFileIsReportedInOneLine(@TempDir Path folder) {
    Path missing = folder.resolve("none.json");

    assertThat(((ReportFile.Refused) ReportFile.read(missing)).problem().line())
        .isEqualTo(
            missing
                + ": no such file ("
                + missing
                + "), expected a readable JSON report; the file is ignored");
  }

  private static void open(LedgerBuilder ledger, String... calls) {
    ledger.open(SESSION, stack(calls)).bytes(64);
  }

  private static RecordedReport json(LedgerBuilder ledger) {
    String json = Reports.written(Reports.of(ledger), ReportFormats.byName("json"));
    return ((ReportFile.Read) ReportFile.parse("b.json", json)).report();
  }

  private static Report report(LedgerBuilder ledger, @Nullable RecordedReport baseline)
      throws IOException {
    return Reports.of(ledger, AnalysisOptions.defaults().against(baseline));
  }
}
