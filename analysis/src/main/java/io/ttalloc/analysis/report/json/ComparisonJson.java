package io.ttalloc.analysis.report.json;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.Comparison.Change;
import io.ttalloc.analysis.decision.Comparison.Row;
import io.ttalloc.analysis.decision.RecordedFinding;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A comparison as JSON, schema {@code tt-alloc-diff/1}, to which keys may be added. */
public final class ComparisonJson {
  static final String SCHEMA = "tt-alloc-diff/1";

  private ComparisonJson() {}

  /**
   * Writes a comparison.
   *
   * @param before the name of the first report
   * @param after the name of the second report
   */
  public static String of(Comparison comparison, String before, String after) {
    StringWriter text = new StringWriter();
    try {
      JsonWriter json = JsonText.exact(text);
      json.setIndent(" ");
      json.beginObject();
      json.name("schema").value(SCHEMA);
      json.name("before").value(before);
      json.name("after").value(after);
      for (Change change : Change.values()) {
        json.name(change.name().toLowerCase(Locale.ROOT)).value(comparison.count(change));
      }
      JsonText.objects(json, "findings", comparison.rows(), row -> row(json, row));
      json.endObject();
      json.flush();
    } catch (IOException e) { // a StringWriter never throws this
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private static void row(JsonWriter json, Row row) throws IOException {
    RecordedFinding either = row.either();
    json.name("change").value(row.change().name());
    json.name("fingerprint").value(either.fingerprint());
    json.name("type").value(either.type());
    json.name("class").value(either.className());
    json.name("site").value(either.site());
    json.name("title").value(either.title().text());
    side(json, "before", row.before());
    side(json, "after", row.after());
  }

  private static void side(JsonWriter json, String name, @Nullable RecordedFinding recorded)
      throws IOException {
    json.name(name);
    if (recorded == null) {
      json.nullValue();
      return;
    }
    json.beginObject();
    json.name("count").value(recorded.count());
    json.name("bytes").value(recorded.bytes());
    json.name("leak").value(recorded.leak());
    json.endObject();
  }
}
