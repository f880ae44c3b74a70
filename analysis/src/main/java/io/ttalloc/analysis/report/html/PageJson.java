package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.report.Index;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.json.ReportJson;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * The data of the page, as JSON that is safe inside HTML: the report as {@link ReportJson} writes
 * it, and a member {@code page} for the page alone. Both refer to stacks by their numbers in the
 * tables of the page, since a million resources come from a thousand stacks. To be written once.
 */
final class PageJson {
  private final Report report;
  private final Index<List<Frame>> stacks = new Index<>();
  private final Index<Frame> frames = new Index<>();

  PageJson(Report report) {
    this.report = report;
  }

  void write(Writer writer) throws IOException {
    JsonWriter json = JsonText.shown(writer);
    // Escapes < > & = ' so that no name can end the element around the data.
    json.setHtmlSafe(true);
    json.beginObject();
    ReportJson.StackWriter numbers = (to, stack) -> to.value(stacks.of(stack));
    ReportJson.write(report, json, numbers);
    json.name("page").beginObject();
    new PageText(report, json, numbers).write();
    new ChartJson(report, json, stacks).write();
    tables(json);
    json.endObject().endObject();
    json.flush();
  }

  /** Writes the tables of stacks and frames, last, when all stacks have their numbers. */
  private void tables(JsonWriter json) throws IOException {
    json.name("stacks").beginArray();
    for (List<Frame> stack : stacks.values()) {
      json.beginArray();
      for (Frame frame : stack) {
        json.value(frames.of(frame));
      }
      json.endArray();
    }
    json.endArray();
    json.name("frames").beginArray();
    for (Frame frame : frames.values()) {
      boolean platform = JavaNames.isPlatform(frame.className());
      json.beginArray();
      json.value(JavaNames.fullCall(frame));
      json.value(JavaNames.source(frame));
      json.value(JavaNames.call(frame));
      json.value(frame.line() < 0 ? "" : ":" + frame.line());
      json.value(platform ? null : JavaNames.packageOf(frame.className()));
      json.endArray();
    }
    json.endArray();
  }
}
