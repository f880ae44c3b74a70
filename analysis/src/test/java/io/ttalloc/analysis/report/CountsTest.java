package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.SuppressionFile;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.yaml.YamlFile;
import java.time.LocalDate;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the numbers of a report agree wherever they appear: headline, headings, JSON, page,
 * {@code verify} and the exit status.
 */
class CountsTest {
  private static final TypeEntry CONN = type("connection", "org.db.Conn");
  private static final TypeEntry BUFFER = sized("buffer", "com.acme.Buffer");

  private static final Pattern HEADLINE = Pattern.compile("tt-alloc: (?:(\\d+) LEAKS?: )?.*");

  /** A heading: the verdict and the judgement, then the numbers of entries and of resources. */
  private static final Pattern HEADING =
      Pattern.compile(
          "(?m)^[A-Z_]+(?: and GROWING)?(?: \\((?:NEW|KNOWN)\\))?, "
              + "(a leak|not a leak|suppressed|not judged): ([0-9,]+) entr(?:y|ies), ([0-9,]+) ");

  static Stream<Named<Report>> reports() throws Exception {
    LedgerBuilder mesh = MeshRun.withSites(ledger());
    MeshRun.record(mesh, "1");
    LedgerBuilder accumulated = MeshRun.withSites(ledger());
    for (int run = 1; run <= 3; run++) {
      MeshRun.record(accumulated, "" + run);
      accumulated.mark("run " + run);
    }
    LedgerBuilder killed = ledger().ended(ProcessEntry.Ended.KILLED);
    killed.open(BUFFER, stack("com.acme.A.a:1")).bytes(3);
    Report first = Reports.of(callers(40).closed(CONN, stack("com.acme.C.c:9"), 3, 1_000));
    RecordedReport baseline = RecordedReport.of(first.findings());
    LedgerBuilder later = callers(60);
    later.open(CONN, stack("org.db.Conn.<init>:3", "com.acme.Other.open:2"));
    LedgerBuilder systems = ledger().closed(CONN, stack("com.acme.A.a:1"), 3, 1_000);
    systems.open(CONN, stack("com.acme.Start.up:1")).infrastructure("start");
    return Stream.of(
        Named.of("the system's own", Reports.of(systems)),
        Named.of("clean", Reports.of(ledger().closed(CONN, stack("com.acme.A.a:1"), 3, 1_000))),
        Named.of("cached", Reports.of(mesh)),
        Named.of("growing", Reports.of(accumulated)),
        Named.of("killed", Reports.of(killed)),
        Named.of("500 callers", Reports.of(callers(500))),
        Named.of("several verdicts", Reports.of(severalVerdicts())),
        Named.of(
            "suppressed",
            Reports.of(severalVerdicts(), suppressing("- {reason: so, site: Pool.*}"))),
        Named.of("baseline", Reports.of(later, AnalysisOptions.defaults().against(baseline))));
  }

  private static LedgerBuilder callers(int count) {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < count; i++) {
      ledger.open(
          CONN,
          stack("org.db.Conn.<init>:3", "com.acme.Pool.open:12", "com.acme.Job.run:" + (i + 1)));
    }
    return ledger;
  }

  private static LedgerBuilder severalVerdicts() {
    LedgerBuilder ledger = callers(5).reclaimed(BUFFER, stack("com.acme.R.r:1"), 4, 4_096);
    for (int i = 1; i < 130; i++) {
      ledger.open(CONN, stack("org.db.Conn.<init>:3", "com.acme.Lost.m" + i + ":7")).collected();
    }
    ledger.open(BUFFER, stack("com.acme.Start.up:1")).bytes(64).infrastructure("start");
    return ledger;
  }

  private static AnalysisOptions suppressing(String entry) {
    SuppressionFile file =
        SuppressionFile.of(YamlFile.parse("s.yaml", entry, SuppressionFile.KIND));
    assertThat(file.problems()).isEmpty();
    return AnalysisOptions.defaults().suppressing(file.suppressions(), LocalDate.of(2026, 3, 1));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void agree(Report report) {
    long leaks = leakingEntries(report);
    JsonObject json = json(report, "json");
    JsonObject summary = json.getAsJsonObject("summary");

    assertThat(report.leaks()).isEqualTo(leaks);
    assertThat(headline(report)).isEqualTo(leaks);
    assertThat(summary.get("leaks").getAsLong()).isEqualTo(leaks);
    assertThat(summary.get("failures").getAsLong()).isEqualTo(report.failures());
    assertThat(summary.get("entries").getAsInt()).isEqualTo(json.getAsJsonArray("entries").size());
    assertThat(json.getAsJsonArray("entries"))
        .filteredOn(entry -> entry.getAsJsonObject().get("leak").getAsBoolean())
        .hasSize(Math.toIntExact(leaks));
    long resources =
        report.findings().stream().map(Finding::amount).mapToLong(amount -> amount.count()).sum();
    assertThat(sum(json, "entries")).isEqualTo(resources).isEqualTo(sum(json, "findings"));
    assertThat(page(report).get("badge").getAsString())
        .matches(leaks == 0 ? "(CLEAN|NO LEAK|NOT JUDGED).*" : leaks + " LEAKS?");
  }

  @ParameterizedTest
  @MethodSource("reports")
  void headingsAddUp(Report report) {
    Matcher heading = HEADING.matcher(text(report));
    long leaks = 0;
    long entries = 0;
    long suppressed = 0;
    long resources = 0;
    while (heading.find()) {
      long number = Long.parseLong(heading.group(2).replace(",", ""));
      entries += number;
      leaks += heading.group(1).equals("a leak") ? number : 0;
      suppressed += heading.group(1).equals("suppressed") ? number : 0;
      resources += Long.parseLong(heading.group(3).replace(",", ""));
    }
    assertThat(leaks).isEqualTo(headline(report));
    assertThat(suppressed).isEqualTo(report.suppressed());
    assertThat(entries).isEqualTo(report.entries().size());
    assertThat(resources).isEqualTo(sum(json(report, "json"), "findings"));
  }

  private static long leakingEntries(Report report) {
    return report.entries().stream()
        .filter(entry -> entry.findings().stream().allMatch(Finding::leak))
        .count();
  }

  private static long headline(Report report) {
    Matcher headline = HEADLINE.matcher(text(report).lines().findFirst().orElseThrow());
    assertThat(headline.matches()).isTrue();
    return headline.group(1) == null ? 0 : Long.parseLong(headline.group(1));
  }

  private static long sum(JsonObject json, String list) {
    long sum = 0;
    for (JsonElement element : json.getAsJsonArray(list)) {
      sum += element.getAsJsonObject().get("count").getAsLong();
    }
    return sum;
  }

  private static String text(Report report) {
    return Reports.written(report, ReportFormats.text(false));
  }

  private static JsonObject json(Report report, String format) {
    String text = Reports.written(report, Objects.requireNonNull(ReportFormats.byName(format)));
    return JsonParser.parseString(text).getAsJsonObject();
  }

  private static JsonObject page(Report report) {
    String html = Reports.written(report, Objects.requireNonNull(ReportFormats.byName("html")));
    String before = "<script type=\"application/json\" id=\"data\">";
    int start = html.indexOf(before) + before.length();
    String data = html.substring(start, html.indexOf("</script>", start));
    return JsonParser.parseString(data).getAsJsonObject().getAsJsonObject("page");
  }
}
