package io.ttalloc.analysis.report.html;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.MeshRun;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.decision.ReportFile;
import io.ttalloc.analysis.report.json.JsonFormat;
import io.ttalloc.ledger.record.Frame;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HtmlFormatTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!--";

  private static String html(LedgerBuilder ledger) {
    return Reports.written(Reports.of(ledger), new HtmlFormat());
  }

  private static LedgerBuilder mesh() {
    LedgerBuilder ledger = MeshRun.withSites(ledger());
    MeshRun.record(ledger, "1");
    return ledger;
  }

  private static String between(String page, String before, String after) {
    int start = page.indexOf(before) + before.length();
    assertThat(start).isGreaterThan(before.length());
    return page.substring(start, page.indexOf(after, start));
  }

  private static String dataOf(String page) {
    return between(page, "<script type=\"application/json\" id=\"data\">", "</script>");
  }

  @Test
  void carriesTheReportAsData() {
    JsonObject data = JsonParser.parseString(dataOf(html(mesh()))).getAsJsonObject();
    JsonObject page = data.getAsJsonObject("page");
    long bytes = 0;
    for (JsonElement finding : page.getAsJsonArray("findings")) {
      for (JsonElement share : finding.getAsJsonObject().getAsJsonArray("shares")) {
        bytes += share.getAsJsonArray().get(2).getAsLong();
      }
    }

    assertThat(page.get("badge").getAsString()).isEqualTo("NO LEAK");
    assertThat(page.get("says").getAsString()).isEqualTo("307,200 B still open, all CACHED");
    assertThat(bytes).isEqualTo(317_440);
    assertThat(data.getAsJsonArray("devices")).hasSize(9);
    assertThat(page.getAsJsonArray("banks")).hasSize(9);
    assertThat(data.getAsJsonObject("process").get("pid").getAsLong()).isEqualTo(4242);
  }

  /**
   * The data of the page follow the public schema, except that they refer to stacks by number and
   * have one more member.
   */
  @Test
  void carriesWhatTheJsonReportCarries() {
    LedgerBuilder ledger = mesh();
    JsonObject page = JsonParser.parseString(dataOf(html(ledger))).getAsJsonObject();
    String file = Reports.written(Reports.of(ledger), new JsonFormat());
    JsonObject report = JsonParser.parseString(file).getAsJsonObject();

    assertThat(page.keySet()).containsAll(report.keySet()).hasSize(report.size() + 1);
    for (String key : report.keySet()) {
      assertThat(withoutStacks(page.get(key))).as(key).isEqualTo(withoutStacks(report.get(key)));
    }
    assertThat(((ReportFile.Read) ReportFile.parse("page", dataOf(html(ledger)))).report())
        .isEqualTo(((ReportFile.Read) ReportFile.parse("file", file)).report());
  }

  private static JsonElement withoutStacks(JsonElement value) {
    if (value.isJsonArray()) {
      JsonArray copy = new JsonArray();
      value.getAsJsonArray().forEach(element -> copy.add(withoutStacks(element)));
      return copy;
    }
    if (!value.isJsonObject()) {
      return value;
    }
    JsonObject copy = new JsonObject();
    for (Map.Entry<String, JsonElement> member : value.getAsJsonObject().entrySet()) {
      if (!Set.of("openedBy", "ownerClosedBy", "stack").contains(member.getKey())) {
        copy.add(member.getKey(), withoutStacks(member.getValue()));
      }
    }
    return copy;
  }

  @Test
  void writesEachStackOnce() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 500; i++) {
      ledger
          .open(MeshRun.BUFFER, stack("acme.Pool.take:9", "acme.Main.run:48"))
          .on("c#" + i, i, "DRAM")
          .at(0x1000, 512)
          .bytes(4_096);
    }
    String data = dataOf(html(ledger));
    assertThat(data.split("acme.Pool", -1)).hasSize(2);
    JsonObject object = JsonParser.parseString(data).getAsJsonObject();
    // The empty stack, the whole stack, and two of its frames, each as a stack of its own.
    assertThat(object.getAsJsonObject("page").getAsJsonArray("stacks"))
        .hasSize(4)
        .doesNotHaveDuplicates();
  }

  @Test
  void neverTurnsTextOfTheApplicationIntoMarkup() {
    LedgerBuilder ledger = ledger().command("java -jar " + HOSTILE).mark(HOSTILE);
    List<Frame> stack = List.of(new Frame(HOSTILE, HOSTILE, HOSTILE, 1));
    ledger
        .open(sized(HOSTILE, HOSTILE), stack)
        .on(HOSTILE, 0, HOSTILE)
        .at(0, 1)
        .label(HOSTILE)
        .thread(HOSTILE)
        .bytes(5);
    ledger.closed(sized(HOSTILE, HOSTILE), stack, 3, 1_000);
    String page = html(ledger);
    String data = dataOf(page);

    assertThat(page.split("<script", -1)).hasSize(3);
    assertThat(page).doesNotContain(HOSTILE);
    assertThat(data).doesNotContain("<", ">", "&");
    JsonObject finding =
        JsonParser.parseString(data)
            .getAsJsonObject()
            .getAsJsonArray("findings")
            .get(0)
            .getAsJsonObject();
    assertThat(finding.get("class").getAsString()).isEqualTo(HOSTILE);
    assertThat(finding.getAsJsonArray("labels").get(0).getAsString()).isEqualTo(HOSTILE);
  }

  @Test
  void allowsItsOwnScriptAndNothingElse() throws Exception {
    String page = html(mesh());
    String policy = between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    String script = page.substring(page.lastIndexOf("<script>") + "<script>".length());
    script = script.substring(0, script.indexOf("</script>"));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));

    assertThat(policy)
        .isEqualTo(
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
                + Base64.getEncoder().encodeToString(hash)
                + "'; base-uri 'none'; form-action 'none'");
  }

  @Test
  void refersToNothingThatABrowserWouldLoad() {
    String page = html(mesh());
    String markup = page.substring(0, page.lastIndexOf("<script>"));

    assertThat(markup).contains("<style>").doesNotContain("src=", "href=", "url(", "@import");
  }

  @Test
  void carriesTheLicencesOfWhatItContains() {
    assertThat(html(ledger()))
        .contains("Mike Bostock", "Martin Spier", "Leon Sorokin", "Permission is hereby granted");
  }

  @Test
  void writesACleanReport() {
    JsonObject data = JsonParser.parseString(dataOf(html(ledger()))).getAsJsonObject();
    assertThat(data.getAsJsonObject("page").get("badge").getAsString()).isEqualTo("CLEAN");
    assertThat(data.getAsJsonArray("findings")).isEmpty();
  }
}
