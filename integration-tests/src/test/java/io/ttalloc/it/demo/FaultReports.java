package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.DemoRun;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.SharedDemoRuns;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.ledger.read.LedgerImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Renders reports of runs with faults: one line per finding or misuse, without line numbers. */
final class FaultReports {
  private FaultReports() {}

  /**
   * Returns the report of a scenario; in every scenario, no event may be dropped and no hook may
   * fail.
   */
  static JsonReport run(Jdk jdk, String... scenario) throws IOException, InterruptedException {
    DemoRun run = SharedDemoRuns.of(jdk, scenario);
    assertThat(run.json().total("dropped")).isZero();
    assertThat(run.json().total("unknownCloses")).isZero();
    if (!run.ledgers().ledgers().isEmpty()) {
      LedgerImage ledger = run.ledgers().read();
      assertThat(ledger.hookErrors()).isZero();
    }
    if (!String.join(" ", scenario).matches(".*(close|by-device).*")) {
      assertThat(misuse(run.json())).isEmpty();
    }
    return run.json();
  }

  static List<String> findings(JsonReport json) {
    List<String> lines = new ArrayList<>();
    for (JsonObject finding : json.findings()) {
      long reclaimed = finding.get("reclaimedBytes").getAsLong();
      List<String> sites = JsonReport.texts(finding, "sites");
      lines.add(
          String.format(
              Locale.ROOT,
              "%s%s, %s: %d %s, %d B%s at %s",
              finding.get("verdict").getAsString(),
              finding.get("growing").getAsBoolean() ? " and GROWING" : "",
              finding.get("leak").getAsBoolean() ? "leak" : "no leak",
              finding.get("count").getAsInt(),
              finding.get("type").getAsString(),
              finding.get("bytes").getAsLong(),
              reclaimed == 0 ? "" : ", reclaimed " + reclaimed + " B",
              sites.isEmpty() ? finding.get("site").getAsString() : String.join(" under ", sites)));
    }
    return lines;
  }

  static List<String> misuse(JsonReport json) {
    return json.misuse().stream()
        .map(
            m ->
                "%s %d %s"
                    .formatted(
                        m.get("kind").getAsString(),
                        m.get("count").getAsInt(),
                        m.get("type").getAsString()))
        .toList();
  }

  static List<String> whys(JsonObject finding) {
    return JsonReport.texts(finding, "why").stream().map(FaultReports::withoutLines).toList();
  }

  static List<String> fixes(JsonReport json) {
    return json.findings().stream()
        .map(finding -> withoutLines(finding.get("fix").getAsString()))
        .toList();
  }

  private static String withoutLines(String text) {
    return text.replaceAll("\\.java:\\d+", ".java:N");
  }
}
