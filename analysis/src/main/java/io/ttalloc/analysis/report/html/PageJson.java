package io.ttalloc.analysis.report.html;

import com.google.gson.stream.JsonWriter;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.json.ReportJson;
import io.ttalloc.text.JsonText;
import java.io.IOException;
import java.io.Writer;

/**
 * Writes the data of the page as JSON that is safe inside HTML: the report as {@link ReportJson}
 * writes it, and a member {@code page} for the page alone. Both refer to stacks by their numbers in
 * the tables of the page, since a million resources may have only a thousand stacks. An instance
 * can be used only once.
 */
final class PageJson {
  private final Report report;
  private final StackTables stacks = new StackTables();

  PageJson(Report report) {
    this.report = report;
  }

  void write(Writer writer) throws IOException {
    JsonWriter json = JsonText.shown(writer);
    // Escapes < > & = ' so that no name can end the element that contains the data.
    json.setHtmlSafe(true);
    json.beginObject();
    ReportJson.StackWriter numbers = (to, stack) -> to.value(stacks.of(stack));
    ReportJson.write(report, json, numbers);
    json.name("page").beginObject();
    new PageText(report, json, numbers).write();
    new ChartJson(report, json, stacks).write();
    stacks.write(json);
    json.endObject().endObject();
    json.flush();
  }
}
