package io.ttalloc.analysis.report;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.only;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.report.html.HtmlFormat;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.ledger.record.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the lines of a report about reference counts. */
class ReferenceTextTest {
  private static final long SECOND = 1_000_000_000;
  private static final List<Frame> FORWARD = called("com.acme.Main.forward:21");
  private static final List<Frame> DONE = called("com.acme.Main.done:33");

  private final LedgerBuilder ledger = ledger().lasting(10 * SECOND);

  /** Returns a stack in which a line of the application calls a method of the buffer. */
  private static List<Frame> called(String from) {
    return stack("com.acme.io.Buffer.retain:7", from, "com.acme.Main.main:17");
  }

  private OpenedResource buffer() {
    return ledger.open(
        type("buffer", "com.acme.io.Buffer"),
        stack("com.acme.io.Buffer.<init>:5", "com.acme.Main.open:11", "com.acme.Main.main:17"));
  }

  private List<String> lines() {
    return Reports.text(ledger)
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("retained ") || line.startsWith("released "))
        .toList();
  }

  @Test
  void saysTheCountAndWhichCallsChangedItLast() {
    OpenedResource buffer = buffer();
    ledger.at(SECOND);
    buffer.counted(1, FORWARD, "reader");
    ledger.at(2 * SECOND);
    buffer.counted(1, DONE, "main");
    ledger.at(7_900_000_000L);
    buffer.counted(-1, DONE, "worker-3");

    assertThat(why(only(ledger, Verdicts.LEFT_OPEN)))
        .contains("the reference count is 2 after 2 retains and 1 release");
    assertThat(lines())
        .containsExactly(
            "retained  at Main.done(Main.java:33) by thread \"main\", 8 s before the process ended; before that"
                + " at Main.forward(Main.java:21) by thread \"reader\", 9 s before the process ended",
            "released  at Main.done(Main.java:33) by thread \"worker-3\", 2.1 s before the process ended");
    assertThat(Reports.written(Reports.of(ledger), new HtmlFormat()))
        .contains("by thread \\\"worker-3");
  }

  @Test
  void saysHowManyCallsAreNotShown() {
    OpenedResource buffer = buffer();
    for (int i = 1; i <= 5; i++) {
      ledger.at(i * SECOND);
      buffer.counted(1, FORWARD, "t" + i);
    }

    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0))
        .contains("\"t5\"", "\"t4\"", "\"t3\"")
        .endsWith("; and 2 more times before that");
  }

  @Test
  void addsUpSeveral() {
    ledger.at(SECOND);
    buffer().counted(1, FORWARD, "a");
    ledger.at(2 * SECOND);
    buffer().counted(3, DONE, "b").counted(-1, DONE, "b");
    ledger.at(SECOND);
    buffer().counted(1, FORWARD, "c");
    OpenedResource unused = buffer();

    assertThat(why(only(ledger, Verdicts.LEFT_OPEN)))
        .contains(
            "for 3 of them, the reference counts are 2 to 3 after 3 retains and 1 release in"
                + " total");
    assertThat(lines().get(0)).startsWith("retained  at Main.done(Main.java:33) by thread \"b\"");
  }

  @Test
  void saysNothingWhereNoCountEverChanged() {
    OpenedResource unused = buffer();

    assertThat(lines()).isEmpty();
    assertThat(finding().has("references")).isFalse();
  }

  @Test
  void jsonHasTheStacks() {
    OpenedResource buffer = buffer();
    ledger.at(SECOND);
    buffer.counted(4, FORWARD, "reader");

    JsonObject references = finding().getAsJsonObject("references");
    assertThat(references.get("least").getAsInt()).isEqualTo(5);
    assertThat(references.get("most").getAsInt()).isEqualTo(5);
    assertThat(references.get("retained").getAsLong()).isEqualTo(1);
    assertThat(references.get("released").getAsLong()).isZero();
    assertThat(references.getAsJsonArray("lastReleases")).isEmpty();
    JsonObject last = references.getAsJsonArray("lastRetains").get(0).getAsJsonObject();
    assertThat(last.get("agoNanos").getAsLong()).isEqualTo(9 * SECOND);
    assertThat(last.get("thread").getAsString()).isEqualTo("reader");
    JsonArray stack = last.getAsJsonArray("stack");
    assertThat(stack).hasSize(3);
    assertThat(stack.get(1).getAsJsonObject().get("method").getAsString()).isEqualTo("forward");
  }

  private JsonObject finding() {
    String json = Reports.written(Reports.of(ledger), new JsonFormat());
    JsonArray findings = JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("findings");
    assertThat(findings).hasSize(1);
    return findings.get(0).getAsJsonObject();
  }
}
