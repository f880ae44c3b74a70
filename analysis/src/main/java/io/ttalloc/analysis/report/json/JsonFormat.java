package io.ttalloc.analysis.report.json;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JsonText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The report as {@link ReportJson} writes it, with the frames of each stack inlined. */
public final class JsonFormat extends ReportFormat {
  public JsonFormat() {
    super("json", ".json");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    JsonWriter json = JsonText.exact(writer);
    json.setIndent(" ");
    json.beginObject();
    ReportJson.write(report, json, JsonFormat::frames);
    json.endObject();
    json.flush();
    writer.write('\n');
    writer.flush();
  }

  /** Writes a line for each frame. */
  private static void frames(JsonWriter json, List<Frame> stack) throws IOException {
    json.beginArray();
    for (Frame frame : stack) {
      json.beginObject();
      FormattingStyle style = FindingJson.onOneLine(json);
      json.name("class").value(frame.className());
      json.name("method").value(frame.method());
      json.name("file").value(frame.file());
      json.name("line").value(frame.line());
      json.endObject();
      json.setFormattingStyle(style);
    }
    json.endArray();
  }
}
