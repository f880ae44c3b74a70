package io.ttalloc.analysis.report.html;

import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Tests texts that the page shows and no other format has. */
class PageTextTest {
  private static final TypeEntry SESSION = type("session", "com.acme.Session");
  private static final TypeEntry BUFFER = sized("buffer", "com.acme.Buffer");
  private static final List<Frame> OPENED =
      stack("com.acme.Session.<init>:3", "com.acme.Pool.borrow:12", "com.acme.Main.main:5");

  private static JsonObject page(LedgerBuilder ledger) {
    String html = Reports.written(Reports.of(ledger), new HtmlFormat());
    String before = "<script type=\"application/json\" id=\"data\">";
    int start = html.indexOf(before) + before.length();
    String data = html.substring(start, html.indexOf("</script>", start));
    return JsonParser.parseString(data).getAsJsonObject().getAsJsonObject("page");
  }

  /** The only entry, merged with its only row. */
  private static JsonObject onlyEntry(LedgerBuilder ledger) {
    JsonArray entries = page(ledger).getAsJsonArray("entries");
    assertThat(entries).hasSize(1);
    JsonObject entry = entries.get(0).getAsJsonObject();
    JsonArray rows = entry.getAsJsonArray("rows");
    assertThat(rows).hasSize(1);
    JsonObject both = rows.get(0).getAsJsonObject();
    entry.asMap().forEach(both::add);
    return both;
  }

  private static List<String> texts(JsonElement array) {
    return StreamSupport.stream(array.getAsJsonArray().spliterator(), false)
        .map(text -> text.isJsonArray() ? String.join(": ", texts(text)) : text.getAsString())
        .toList();
  }

  @Test
  void aProcessThatLeftNothingOpenIsClean() {
    JsonObject page = page(ledger().closed(SESSION, OPENED, 3, 1_000));

    assertThat(page.get("badge").getAsString()).isEqualTo("CLEAN");
    assertThat(page.get("badgeTone").getAsString()).isEqualTo("good");
    assertThat(page.get("verdicts").getAsString()).isEqualTo("nothing is open");
  }

  @Test
  void aLeakWithoutBytesIsCountedWithItsThreadsAndLabels() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 3; i++) {
      ledger.open(SESSION, OPENED).label(i < 2 ? "same" : "other").thread("worker-" + i % 2);
    }

    JsonObject entry = onlyEntry(ledger);

    assertThat(page(ledger).get("badgeTone").getAsString()).isEqualTo("bad");
    assertThat(page(ledger).get("kinds").getAsString()).isEqualTo("3 resources without bytes");
    assertThat(entry.get("tone").getAsString()).isEqualTo("bad");
    assertThat(entry.get("size").getAsString()).isEqualTo("3 open");
    assertThat(texts(entry.get("details")))
        .contains("opened: 3, 0 closed", "labels: other, same (2)")
        .contains("threads: worker-0, worker-1");
  }

  @Test
  void whatACleanerReclaimedSaysHowMuchCameBack() {
    JsonObject entry = onlyEntry(ledger().reclaimed(BUFFER, OPENED, 4, 4_096));

    assertThat(entry.get("size").getAsString()).isEqualTo("4,096 B reclaimed");
    assertThat(entry.get("where").getAsString()).startsWith("4 reclaimed");
  }

  @Test
  void aResourceOfAnOwnerShowsTheChainFromTheOutermost() {
    LedgerBuilder ledger = ledger();
    OpenedResource pool = ledger.open(container("pool", "com.acme.Pool"), OPENED);
    OpenedResource shelf = ledger.open(container("shelf", "com.acme.Shelf"), OPENED).owner(pool);
    ledger.open(BUFFER, OPENED).bytes(512).on("run", 1, "DRAM").at(4_096, 512).owner(shelf);

    JsonObject entry = onlyEntry(ledger);

    assertThat(texts(entry.get("chain"))).containsExactly("Pool#1", "Shelf#1", "buffer");
    assertThat(entry.get("where").getAsString())
        .isEqualTo("1 open  \u00b7  DRAM  \u00b7  device 1  \u00b7  owner Pool#1");
    assertThat(texts(entry.get("memory"))).containsExactly("1 x 512 B at 4096, device 1");
  }

  @Test
  void aLeakThatGrowsSaysSo() {
    LedgerBuilder ledger = ledger();
    for (int cycle = 0; cycle < 4; cycle++) {
      ledger.mark("cycle " + cycle);
      ledger.open(SESSION, OPENED);
    }
    ledger.mark("end");

    JsonObject entry = onlyEntry(ledger);

    assertThat(entry.get("where").getAsString()).endsWith("GROWING");
    assertThat(texts(entry.get("details")))
        .contains("growing: each of the most recent cycles left some open");
  }

  @Test
  void aMisuseIsSpokenInWords() {
    LedgerBuilder ledger = ledger().closed(SESSION, OPENED, 1, 1_000);
    ledger.misuse(MisuseKind.DOUBLE_CLOSE, SESSION, OPENED, OPENED, 2);

    JsonArray misuse = page(ledger).getAsJsonArray("misuse");

    assertThat(misuse).hasSize(1);
    assertThat(misuse.get(0).getAsJsonObject().get("title").getAsString())
        .isEqualTo("double close");
    assertThat(misuse.get(0).getAsJsonObject().get("times").getAsString()).isEqualTo("2 times");
  }

  @Test
  void callersThatDifferAreATreeBelowOneEntry() {
    LedgerBuilder ledger = ledger();
    for (int i = 1; i <= 3; i++) {
      ledger.open(
          SESSION,
          stack("com.acme.Session.<init>:3", "com.acme.Pool.borrow:12", "com.acme.Job.run:" + i));
    }

    JsonObject entry = onlyEntry(ledger);

    assertThat(entry.get("where").getAsString()).endsWith("from 3 stacks");
    assertThat(entry.get("stackCount").getAsInt()).isEqualTo(3);
    assertThat(texts(entry.get("callers")))
        .containsExactly(
            "1  com.acme.Job.run(Job.java:1)",
            "1  com.acme.Job.run(Job.java:2)",
            "1  com.acme.Job.run(Job.java:3)");
    assertThat(entry.getAsJsonObject("sum").get("count").getAsInt()).isEqualTo(3);
    assertThat(page(ledger).get("leaks").getAsString()).isEqualTo("1 leak");
  }
}
