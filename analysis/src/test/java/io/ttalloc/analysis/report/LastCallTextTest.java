package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What reports say of where resources were last called. */
class LastCallTextTest {
  private static final long SECOND = 1_000_000_000;
  private static final List<Frame> QUERY = called("com.acme.Main.query:21");
  private static final List<Frame> COMMIT = called("com.acme.Main.commit:33");

  private final LedgerBuilder ledger = ledger().lasting(10 * SECOND);

  /** A call of the connection itself by a line of the application. */
  private static List<Frame> called(String from) {
    return stack("com.acme.db.Connection.send:7", from, "com.acme.Main.main:17");
  }

  private OpenedResource connection() {
    return ledger.open(
        type("connection", "com.acme.db.Connection"),
        stack("com.acme.db.Connection.<init>:5", "com.acme.Main.open:11", "com.acme.Main.main:17"));
  }

  private OpenedResource calledAt(long nanos, List<Frame> stack, String thread) {
    OpenedResource connection = connection();
    ledger.at(nanos);
    return connection.called(stack, thread);
  }

  private String line() {
    List<String> lines =
        Reports.text(ledger)
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("lost-at ") || line.startsWith("last use "))
            .toList();
    assertThat(lines).hasSize(1);
    return lines.get(0);
  }

  @Test
  void namesTheLineTheThreadAndTheTimeAndWhatToDoAfterIt() {
    calledAt(7_900_000_000L, QUERY, "worker-3").collected();

    assertThat(line())
        .isEqualTo(
            "lost-at  last used at Main.query(Main.java:21) by thread \"worker-3\", 2.1 s before"
                + " the end");
    assertThat(only(ledger, Verdicts.LOST).fix())
        .endsWith("; its last use was at Main.query(Main.java:21)");
  }

  @Test
  void theLastOfSeveralCallsCounts() {
    calledAt(SECOND, QUERY, "main").called(COMMIT, "main");

    assertThat(line()).startsWith("lost-at  last used at Main.commit(Main.java:33) by");
    assertThat(only(ledger, Verdicts.LEFT_OPEN).fix()).endsWith("Main.commit(Main.java:33)");
  }

  @Test
  void severalFromOneLineAreOneStatement() {
    calledAt(2 * SECOND, QUERY, "worker-10").collected();
    calledAt(3 * SECOND, QUERY, "worker-9").collected();

    assertThat(line())
        .isEqualTo(
            "lost-at  each last used at Main.query(Main.java:21) by threads \"worker-9\","
                + " \"worker-10\", the latest 7 s before the end");
  }

  @Test
  void severalLinesComeTheMostFrequentFirst() {
    calledAt(2 * SECOND, QUERY, "a").collected();
    calledAt(3 * SECOND, COMMIT, "a").collected();
    calledAt(SECOND, COMMIT, "b").collected();
    connection().collected();

    assertThat(line())
        .isEqualTo(
            "lost-at  2 last used at Main.commit(Main.java:33), 1 at Main.query(Main.java:21), the"
                + " latest 7 s before the end; 1 without a recorded use");
    assertThat(only(ledger, Verdicts.LOST).fix()).doesNotContain("last use");
  }

  @Test
  void moreLinesThanAreNamedAreCounted() {
    for (int i = 0; i < 100; i++) {
      calledAt(SECOND, called("com.acme.Main.query:" + (100 + i)), "a").collected();
    }

    assertThat(line())
        .isEqualTo(
            "lost-at  1 last used at Main.query(Main.java:100), 1 at Main.query(Main.java:101), 1"
                + " at Main.query(Main.java:102) and 97 elsewhere, the latest 9 s before the end");
  }

  @Test
  void manyThreadsAreCounted() {
    for (int i = 0; i < 5; i++) {
      calledAt(SECOND, QUERY, "worker-" + i).collected();
    }

    assertThat(line()).contains("Main.query(Main.java:21) by 5 threads, the latest");
  }

  @Test
  void saysHowFarItMayBeWrong() {
    calledAt(9 * SECOND, QUERY, "main").calledOften().collected();

    assertThat(line())
        .endsWith(", 1 s before the end; calls less than 1 ms later are not recorded");
  }

  @Test
  void withoutStacksThreadAndTimeAreTold() {
    calledAt(9 * SECOND, List.of(), "main").collected();

    assertThat(line()).isEqualTo("lost-at  last used by thread \"main\", 1 s before the end");
    assertThat(only(ledger, Verdicts.LOST).fix()).doesNotContain("last use");
  }

  @Test
  void whatWasLostWithItsOwnerSaysWhereTheOwnerWasLastUsed() {
    OpenedResource pool =
        ledger.open(
            container("pool", "com.acme.db.Pool"),
            stack("com.acme.db.Pool.<init>:5", "com.acme.Main.open:10", "com.acme.Main.main:17"));
    pool.label("Pool#1").called(QUERY, "worker-3").collected();
    connection().owner(pool).collected();

    assertThat(only(ledger, Verdicts.LOST).why())
        .contains("Pool#1 was last used at Main.query(Main.java:21) by thread \"worker-3\"");
  }

  @Test
  void aProcessThatWasKilledHasNoEnd() {
    calledAt(9 * SECOND, QUERY, "main");
    ledger.ended(ProcessEntry.Ended.KILLED);

    assertThat(line())
        .startsWith("last use  last used at Main.query(Main.java:21)")
        .endsWith(" before the report");
  }

  @Test
  void aTimeThatCannotBeIsNone() {
    calledAt(99 * SECOND, QUERY, "main").collected();

    assertThat(line()).endsWith(", 0 ns before the end");
  }

  @Test
  void jsonHasTheStacksAndIsSilentWithoutACall() {
    connection().collected();
    assertThat(json().has("lostAt")).isFalse();
    calledAt(9 * SECOND, QUERY, "main").calledOften().collected();

    JsonArray sites = json().getAsJsonArray("lostAt");

    assertThat(sites).hasSize(1);
    JsonObject site = sites.get(0).getAsJsonObject();
    assertThat(site.get("count").getAsLong()).isEqualTo(1);
    assertThat(site.get("agoNanos").getAsLong()).isEqualTo(SECOND);
    assertThat(site.get("laterCallsLeftOut").getAsBoolean()).isTrue();
    assertThat(site.get("threads")).hasToString("[\"main\"]");
    assertThat(site.getAsJsonArray("stack")).hasSize(3);
  }

  private JsonObject json() {
    Report report = Reports.of(ledger);
    String written = Reports.written(report, new JsonFormat());
    return JsonParser.parseString(written)
        .getAsJsonObject()
        .getAsJsonArray("findings")
        .get(0)
        .getAsJsonObject();
  }
}
