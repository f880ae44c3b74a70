package io.ttalloc.analysis.decision;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.decision.Suppressed.Use.Status;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.yaml.YamlFile;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressedTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
  private static final TypeEntry SESSION = sized("session", "com.acme.Session");
  private static final List<Frame> POOL =
      stack("com.acme.Session.<init>:9", "com.acme.Pool.open:40", "com.acme.Main.main:7");
  private static final List<Frame> OTHER =
      stack("com.acme.Session.<init>:9", "com.acme.Other.open:41", "com.acme.Main.main:8");

  private final LedgerBuilder ledger = ledger();

  @Test
  void suppressedFindingKeepsItsVerdictAndIsNoLeak() {
    open(POOL);
    open(OTHER);

    Report report = report("- {reason: lives on, stack: ... com.acme.Pool.* ...}");

    assertThat(report.leaks()).isEqualTo(1);
    Finding suppressed = report.findings().get(1);
    assertThat(suppressed.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(suppressed.leak()).isFalse();
    assertThat(suppressed.judgement().suppressedBy()).isEqualTo("lives on (s.yaml:1:3)");
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .startsWith("tt-alloc: 1 LEAK: 1 open, 64 B (1 session), at Other.open, 1 suppressed (")
        .contains("\nLEFT_OPEN, suppressed: 1 entry, 1 open, not growing (1 cycle)\n")
        .contains("\n  reason   lives on (s.yaml:1:3)\n")
        .contains(
            "\nsuppressions\n  1 entry suppressed with 1 resource (64 B): lives on (s.yaml:1:3)\n");
    assertThat(Reports.written(report, Objects.requireNonNull(ReportFormats.byName("html"))))
        .contains("\"suppressedBy\":\"lives on (s.yaml:1:3)\"")
        .contains("\"  1 entry suppressed with 1 resource (64 B): lives on (s.yaml:1:3)\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "type: session; true",
        "type: s*n; true",
        "type: sess; false",
        "class: com.acme.*; true",
        "class: com.acme; false",
        "site: Pool.open; true",
        "site: Pool; false",
        "stack: com.acme.Session.<init> com.acme.Pool.open; true",
        "stack: com.acme.Pool.open; false",
        "stack: '... com.acme.Main.main'; true",
        "stack: [..., com.acme.Pool.open, com.acme.Main.main, '*']; false",
        "space: L1; true",
        "space: DRAM; false",
        "device: 3; true",
        "device: [2, 3]; true",
        "device: 2; false",
        "verdict: [LOST, LEFT_OPEN]; true",
        "verdict: LOST; false",
        "type: session, verdict: LOST; false",
      })
  void suppressesWhatMatchesInEveryKey(String keys, boolean takes) {
    ledger.open(SESSION, POOL).bytes(64).on("c3#1", 3, "L1").at(0, 64);

    Report report = report("- {reason: r, " + keys + "}");

    assertThat(report.leaks()).isEqualTo(takes ? 0 : 1);
    assertThat(statuses(report)).containsExactly(takes ? Status.USED : Status.UNUSED);
  }

  /**
   * A user may copy the heading of a finding: the program's own method, if that method called the
   * JDK.
   */
  @Test
  void takesASiteAsItHeadsTheFindingToo() {
    open(stack("com.acme.Session.<init>:9", "java.util.Optional.map:3", "com.acme.Pool.open:40"));

    assertThat(report("- {reason: r, site: Pool.open}").leaks()).isZero();
    assertThat(report("- {reason: r, site: Optional.map}").leaks()).isZero();
  }

  @Test
  void suppressesNothingOverTheBudgetAndSaysSo() {
    open(POOL);
    open(OTHER);
    String budget = "- {reason: a few, type: session, maxCount: %d, maxBytes: %d}";

    assertThat(report(budget.formatted(2, 128)).leaks()).isZero();
    assertThat(report(budget.formatted(1, 128)).leaks()).isEqualTo(2);
    assertThat(report(budget.formatted(2, 127)).leaks()).isEqualTo(2);

    Report report = report(budget.formatted(1, 127));
    assertThat(report.leaks()).isEqualTo(2);
    assertThat(statuses(report)).containsExactly(Status.OVER_BUDGET);
    assertThat(report.findings().get(0).judgement().suppressedBy()).isNull();
    assertThat(why(report.findings().get(0)))
        .contains(
            "over the budget of the suppression a few (s.yaml:1:3): 2 resources (limit 1), 128 B"
                + " (limit 127 B)");
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .contains("\n  over its budget with 2 resources (128 B): a few (s.yaml:1:3)\n");
  }

  @Test
  void growingFindingIsALeakAndNotCountedAsSuppressed() {
    for (int i = 1; i <= 3; i++) {
      open(POOL);
      ledger.mark("run " + i);
    }
    open(OTHER);

    Report report = report("- {reason: lives on, type: session}");

    Finding finding = report.findings().get(0);
    assertThat(finding.leak()).isTrue();
    assertThat(finding.judgement().suppressedBy()).isNull();
    assertThat(why(finding))
        .contains("matches the suppression lives on (s.yaml:1:3), but grows, so it is a leak");
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .startsWith("tt-alloc: 1 LEAK: 3 open, 192 B (3 sessions), at Pool.open, 1 suppressed (")
        .contains(
            "\n  1 entry suppressed with 1 resource (64 B), 1 finding not suppressed, because it is growing: lives on"
                + " (s.yaml:1:3)\n");
  }

  @Test
  void suppressionThatMatchesAGrowingFindingIsNotUnused() {
    for (int i = 1; i <= 3; i++) {
      open(POOL);
      ledger.mark("run " + i);
    }

    Report report = report("- {reason: r, type: session, maxCount: 1}");

    assertThat(statuses(report)).containsExactly(Status.USED);
    assertThat(Reports.written(report, ReportFormats.text(false)))
        .startsWith("tt-alloc: 1 LEAK: 3 open, 192 B (3 sessions), at Pool.open (")
        .contains("\n  1 finding not suppressed, because it is growing: r (s.yaml:1:3)\n");
  }

  @Test
  void entryAppliesUpToItsLastDay() {
    open(POOL);

    assertThat(report("- {reason: r, type: session, expires: 2026-03-01}").leaks()).isZero();
    Report expired = report("- {reason: r, type: session, expires: 2026-02-28}");

    assertThat(expired.leaks()).isEqualTo(1);
    assertThat(Reports.written(expired, ReportFormats.text(false)))
        .contains("\n  expired: its last day was 2026-02-28: r (s.yaml:1:3)\n");
  }

  @Test
  void firstMatchingEntrySuppresses() {
    open(POOL);

    Report report =
        report("- {reason: a, type: no}\n- {reason: b, type: session}\n- {reason: c, type: 's*'}");

    assertThat(report.findings().get(0).judgement().suppressedBy()).isEqualTo("b (s.yaml:2:3)");
    assertThat(statuses(report)).containsExactly(Status.UNUSED, Status.USED, Status.UNUSED);
    assertThat(Reports.written(report, ReportFormats.byName("json")))
        .contains(
            """
             "suppressions": [
              {
               "reason": "a",
               "at": "s.yaml:1:3",
               "status": "UNUSED",
               "findings": 0,
               "growing": 0,
               "count": 0,
               "bytes": 0,
               "maxCount": null,
               "maxBytes": null,
               "expires": null
              },
            """);
  }

  @Test
  void cleanReportIsOneLine() {
    ledger.closed(SESSION, POOL, 1, 1);

    assertThat(Reports.written(report("- {reason: r, type: session}"), ReportFormats.text(false)))
        .hasLineCount(1);
  }

  @Test
  void patternWithManyStarsIsMatchedInTime() {
    assertThat(new Glob("*a".repeat(200) + "b").matches("a".repeat(20_000))).isFalse();
  }

  private void open(List<Frame> stack) {
    ledger.open(SESSION, stack).bytes(64);
  }

  private Report report(String yaml) {
    SuppressionFile file = SuppressionFile.of(YamlFile.parse("s.yaml", yaml, SuppressionFile.KIND));
    assertThat(file.problems()).isEmpty();
    return Reports.of(ledger, AnalysisOptions.defaults().suppressing(file.suppressions(), TODAY));
  }

  private static List<Status> statuses(Report report) {
    return report.effects().suppressions().stream().map(Suppressed.Use::status).toList();
  }
}
