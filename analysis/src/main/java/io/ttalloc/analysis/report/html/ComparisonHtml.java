package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.Comparison.Row;
import io.ttalloc.analysis.decision.OpeningStacks;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.analysis.report.text.ComparisonText;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JsonText;
import io.ttalloc.text.Numbers;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A comparison as one HTML file: a differential flame graph, and the findings. */
public final class ComparisonHtml {

  /**
   * One of the two runs.
   *
   * @param name the name of the run on the page
   */
  public record Run(String name, OpeningStacks stacks) {}

  private final Comparison comparison;
  private final Run before;
  private final Run after;
  private final StackTables stacks = new StackTables();

  private ComparisonHtml(Comparison comparison, Run before, Run after) {
    this.comparison = comparison;
    this.before = before;
    this.after = after;
  }

  /** Writes the whole page. */
  public static void write(Comparison comparison, Run before, Run after, Writer out)
      throws IOException {
    PageFile.write(
        PageParts.comparisonScript(), new ComparisonHtml(comparison, before, after)::data, out);
  }

  private void data(Writer out) throws IOException {
    JsonWriter json = JsonText.shown(out);
    json.setHtmlSafe(true);
    json.beginObject();
    json.name("summary").value(ComparisonText.summary(comparison));
    json.name("before").value(before.name());
    json.name("after").value(after.name());
    JsonText.list(json, "rows", comparison.rows(), row -> row(json, row));
    stacks.write(json);
    json.endObject();
    json.flush();
  }

  private void row(JsonWriter json, Row row) throws IOException {
    RecordedFinding either = row.either();
    json.beginObject();
    json.name("change").value(row.change().name());
    json.name("text").value(ComparisonText.text(row));
    json.name("what").value(Numbers.spoken(either.type()));
    json.name("stack").value(stacks.of(stack(either.fingerprint())));
    amount(json, "before", row.before());
    amount(json, "after", row.after());
    json.endObject();
  }

  private List<Frame> stack(String fingerprint) {
    List<Frame> stack = after.stacks().of(fingerprint);
    return stack.isEmpty() ? before.stacks().of(fingerprint) : stack;
  }

  private static void amount(JsonWriter json, String name, @Nullable RecordedFinding recorded)
      throws IOException {
    json.name(name).beginObject();
    json.name("count").value(recorded == null ? 0 : recorded.count());
    json.name("bytes").value(recorded == null ? 0 : recorded.bytes());
    json.endObject();
  }
}
