package io.ttalloc.analysis.report.html;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.sized;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.ReportFile;
import io.ttalloc.ledger.record.Frame;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ComparisonHtmlTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!--";

  private final LedgerBuilder before = ledger();
  private final LedgerBuilder after = ledger();

  @Test
  void hasTheStackAndBothAmountsOfEachFindingAlsoOfTheOneThatIsGone() throws Exception {
    open(before, "Grown", 1);
    open(before, "Gone", 2);
    open(after, "Grown", 3);

    JsonObject data = dataOf(page());
    assertThat(data.get("summary").getAsString()).isEqualTo("1 grown, 1 gone");
    assertThat(data.get("before").getAsString()).isEqualTo("a.json");
    assertThat(data.getAsJsonArray("rows")).hasSize(2);
    JsonObject grown = data.getAsJsonArray("rows").get(0).getAsJsonObject();
    assertThat(grown.get("text").getAsString())
        .isEqualTo("3 sessions of Grown.open, 192 B; +2, +128 B");
    assertThat(grown.get("before").toString()).isEqualTo("{\"count\":1,\"bytes\":64}");
    assertThat(grown.get("after").toString()).isEqualTo("{\"count\":3,\"bytes\":192}");
    assertThat(stackOf(data, grown)).containsExactly("Grown.open", "Main.main");
    JsonObject gone = data.getAsJsonArray("rows").get(1).getAsJsonObject();
    assertThat(gone.get("after").toString()).isEqualTo("{\"count\":0,\"bytes\":0}");
    assertThat(stackOf(data, gone)).containsExactly("Gone.open", "Main.main");
  }

  @Test
  void neverTurnsTextOfTheApplicationIntoMarkup() throws Exception {
    List<Frame> stack = List.of(new Frame(HOSTILE, HOSTILE, HOSTILE, 1));
    after.open(sized(HOSTILE, HOSTILE), stack).bytes(5);

    String page = page();
    assertThat(page.split("<script", -1)).hasSize(3);
    assertThat(page).doesNotContain(HOSTILE).contains("script-src 'sha256-");
    assertThat(page.substring(0, page.lastIndexOf("<script>")))
        .doesNotContain("src=", "href=", "url(", "@import");
  }

  private static void open(LedgerBuilder ledger, String site, int count) {
    for (int i = 0; i < count; i++) {
      ledger
          .open(
              sized("session", "com.acme.Session"),
              stack("com.acme." + site + ".open:4", "com.acme.Main.main:8"))
          .bytes(64);
    }
  }

  private String page() throws Exception {
    ReportFile.Read one = read(before);
    ReportFile.Read two = read(after);
    StringWriter out = new StringWriter();
    ComparisonHtml.write(
        Comparison.of(one.report(), two.report()),
        new ComparisonHtml.Run("a.json", one.stacks()),
        new ComparisonHtml.Run("b.json", two.stacks()),
        out);
    return out.toString();
  }

  private static ReportFile.Read read(LedgerBuilder ledger) {
    String json =
        Reports.written(Reports.of(ledger), Objects.requireNonNull(ReportFormats.byName("json")));
    return (ReportFile.Read) ReportFile.parse("run.json", json);
  }

  private static JsonObject dataOf(String page) {
    String start = "<script type=\"application/json\" id=\"data\">";
    int from = page.indexOf(start) + start.length();
    return JsonParser.parseString(page.substring(from, page.indexOf("</script>", from)))
        .getAsJsonObject();
  }

  private static List<String> stackOf(JsonObject data, JsonObject row) {
    List<String> calls = new ArrayList<>();
    for (JsonElement frame :
        data.getAsJsonArray("stacks").get(row.get("stack").getAsInt()).getAsJsonArray()) {
      calls.add(
          data.getAsJsonArray("frames")
              .get(frame.getAsInt())
              .getAsJsonArray()
              .get(2)
              .getAsString());
    }
    return calls;
  }
}
