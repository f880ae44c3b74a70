package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OverviewTest {
  private static final TypeEntry CONN = type("connection", "org.db.Conn");
  private static final TypeEntry BUFFER = sized("buffer", "com.acme.Buffer");

  /**
   * Returns a ledger with entries of two verdicts. The last entry of lost resources is the largest.
   */
  private static LedgerBuilder entries(int lost) {
    LedgerBuilder ledger = ledger();
    for (int i = 1; i <= lost; i++) {
      for (int times = 0; times < i; times++) {
        ledger.open(CONN, stack("org.db.Conn.<init>:3", "com.acme.Job" + i + ".run:7")).collected();
      }
    }
    ledger.open(BUFFER, stack("com.acme.Buffer.<init>:3", "com.acme.Pages.read:9")).bytes(4_096);
    ledger.open(
        CONN, stack("org.db.Conn.<init>:3", "com.acme.Web.lambda$serve$0:5", "com.acme.Web.go:6"));
    return ledger;
  }

  private static String text(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), ReportFormats.text(false));
  }

  @Test
  void theWorstOfEachVerdictStandInFrontOfManyEntries() {
    assertThat(text(entries(9)))
        .contains(
            """

            overview of 11 entries
              LOST, a leak
                1. Job9.run            9 connections      Job9.java:7
                2. Job8.run            8 connections      Job8.java:7
                3. Job7.run            7 connections      Job7.java:7
                   and 6 more
              LEFT_OPEN, a leak
               10. Pages.read          1 buffer, 4,096 B  Pages.java:9
               11. Web.serve.<lambda>  1 connection       Web.java:5

            """);
  }

  @Test
  void theNumbersAreThoseOfTheEntries() {
    assertThat(text(entries(9)))
        .contains("\n  1. Job9.run\n", "\n  11. Web.serve.<lambda>(Web.java:5)\n");
  }

  @Test
  void fewEntriesNeedNoOverview() {
    assertThat(text(entries(6))).contains(": 6 entries, ").doesNotContain("overview of");
  }

  @Test
  void thePageAlwaysHasOne() {
    String page =
        Reports.written(
            Reports.of(entries(1)), Objects.requireNonNull(ReportFormats.byName("html")));
    String data =
        page.lines().filter(line -> line.contains("\"schema\"")).findFirst().orElseThrow();
    JsonObject json =
        JsonParser.parseString(data.substring(data.indexOf('{'), data.lastIndexOf('}') + 1))
            .getAsJsonObject();
    assertThat(json.getAsJsonObject("page").getAsJsonArray("overview"))
        .extracting(group -> group.getAsJsonObject().get("lines").toString())
        .containsExactly(
            "[[0,\"Job1.run\",\"1 connection\",\"Job1.java:7\"]]",
            "[[1,\"Pages.read\",\"1 buffer, 4,096 B\",\"Pages.java:9\"],"
                + "[2,\"Web.serve.<lambda>\",\"1 connection\",\"Web.java:5\"]]");
  }
}
