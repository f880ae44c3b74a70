package io.ttalloc.analysis.finding;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.TypeEntries.limited;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateClosesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final TypeEntry CONN = limited(type("connection", "com.acme.Conn"), 30 * SECOND);
  private static final List<Frame> OPENED = stack("com.acme.Conn.<init>:5", "com.acme.Use.main:3");
  private static final List<Frame> CLOSED = stack("com.acme.Conn.close:8", "com.acme.Use.main:4");
  private static final List<Frame> OTHER = stack("com.acme.Conn.close:8", "com.acme.Use.end:9");

  private static LedgerBuilder late() {
    LedgerBuilder ledger = ledger().closed(CONN, OPENED, 1, SECOND);
    ledger.open(CONN, OPENED).closedLate(CLOSED, 5 * SECOND);
    ledger.open(CONN, OPENED).closedLate(OTHER, 12 * SECOND);
    ledger.open(CONN, OPENED).closedLate(CLOSED, 4 * SECOND);
    return ledger;
  }

  @Test
  void aProgramThatClosedEverythingIsCleanWithALineAboutTheLateOnes() {
    assertThat(Reports.text(late()))
        .isEqualTo(
            """
            tt-alloc: clean. 4 opened, 4 closed, Active allocations: 0
            3 resources closed late, the latest 12 s after its limit of 30 s: 1 connection opened at Use.main(Use.java:3), closed or given back at Use.end(Use.java:9)
            """);
    assertThat(Reports.of(late()).isClean()).isTrue();
  }

  @Test
  void aReportOnSomethingElseHasBothStacksTheLatestFirst() {
    LedgerBuilder ledger = late();
    ledger.open(type("file", "com.acme.File"), OPENED);

    assertThat(Reports.text(ledger))
        .contains(
            """

            closed late (after the limit of their type; not open any more)
              1 x connection (com.acme.Conn), 12 s after the limit of 30 s
                opened at
                  com.acme.Conn.<init>(Conn.java:5)
                  com.acme.Use.main(Use.java:3)   <- your code
                closed or given back at
                  com.acme.Conn.close(Conn.java:8)
                  com.acme.Use.end(Use.java:9)   <- your code
              2 x connection (com.acme.Conn), the latest 5 s after the limit of 30 s
                opened at
            """);
  }

  @Test
  void withoutLateClosesNothingIsSaidOfThem() {
    LedgerBuilder ledger = ledger().closed(CONN, OPENED, 4, SECOND);
    ledger.open(type("file", "com.acme.File"), OPENED);

    assertThat(Reports.text(ledger)).doesNotContain("late");
    assertThat(json(Reports.of(ledger)).getAsJsonArray("lateCloses")).isEmpty();
  }

  private static JsonObject json(Report report) {
    String text = Reports.written(report, new JsonFormat());
    return JsonParser.parseString(text).getAsJsonObject();
  }

  @Test
  void programsGetCountsLimitsAndBothStacks() {
    JsonObject json = json(Reports.of(late()));
    JsonObject first = json.getAsJsonArray("lateCloses").get(0).getAsJsonObject();

    assertThat(json.getAsJsonObject("totals").get("lateCloses").getAsLong()).isEqualTo(3);
    assertThat(json.getAsJsonObject("totals").get("lateClosesUnlisted").getAsLong()).isZero();
    assertThat(first.get("type").getAsString()).isEqualTo("connection");
    assertThat(first.get("class").getAsString()).isEqualTo("com.acme.Conn");
    assertThat(first.get("count").getAsLong()).isEqualTo(1);
    assertThat(first.get("limitNanos").getAsLong()).isEqualTo(30 * SECOND);
    assertThat(first.get("longestLateNanos").getAsLong()).isEqualTo(12 * SECOND);
    assertThat(first.getAsJsonArray("openedBy")).hasSize(2);
    assertThat(first.getAsJsonArray("closedBy").get(1).toString()).contains("end");
  }

  @Test
  void whatTheLedgerHasNoStacksOfIsCounted() {
    LedgerBuilder ledger = ledger();
    for (int line = 1; line <= 4_098; line++) {
      List<Frame> by = stack("com.acme.Conn.close:8", "com.acme.Use.main:" + line);
      ledger.open(CONN, OPENED).closedLate(by, line);
    }
    ledger.open(type("file", "com.acme.File"), OPENED);
    Report report = Reports.of(ledger);

    assertThat(report.lateCloses().rows()).hasSize(4_096);
    assertThat(report.lateCloses().unlisted()).isEqualTo(2);
    assertThat(report.lateCloses().count()).isEqualTo(4_098);
    assertThat(Reports.text(ledger))
        .contains("  and 4,076 more rows\n  2 more, of which no stacks are known\n");
  }

  @Test
  void withoutStacksThereIsStillANumber() {
    LedgerBuilder ledger = ledger();
    ledger.open(CONN, List.of()).closedLate(List.of(), 5 * SECOND);

    assertThat(Reports.text(ledger))
        .endsWith(
            "\n1 resource closed late, the latest 5 s after its limit of 30 s: 1 connection\n");
    ledger.open(type("file", "com.acme.File"), OPENED);
    assertThat(Reports.text(ledger))
        .contains("    opened at (stack not captured)\n    closed or given back at (stack not");
  }
}
