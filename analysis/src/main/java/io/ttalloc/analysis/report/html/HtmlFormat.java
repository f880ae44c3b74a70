package io.ttalloc.analysis.report.html;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** One HTML file with summary, findings, flame graph, timeline, memory layouts and lifetimes. */
public final class HtmlFormat extends ReportFormat {
  public HtmlFormat() {
    super("html", ".html");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    Writer writer =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    PageFile.write(
        PageParts.script(PageParts.read("file.js")),
        data -> PageParts.writeData(report, data),
        writer);
  }
}
