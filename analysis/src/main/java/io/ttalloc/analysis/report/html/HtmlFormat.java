package io.ttalloc.analysis.report.html;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * One HTML file: summary, findings, flame graph, timeline, memory maps and lifetimes.
 *
 * <p>Everything is in the file, and its Content-Security-Policy lets nothing in from outside. The
 * report is data to the page and never markup: it stands in a script element of type {@code
 * application/json} with every {@code <} escaped, and the page puts names into text nodes only.
 */
public final class HtmlFormat implements ReportFormat {
  @Override
  public String name() {
    return "html";
  }

  @Override
  public String suffix() {
    return ".html";
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    Writer writer =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    String script = PageParts.script();
    for (String part : PageParts.template()) {
      switch (part) {
        case "POLICY" -> writer.write(PageParts.policy(script));
        case "STYLE" -> writer.write(PageParts.style());
        case "NOTICES" -> writer.write(PageParts.notices());
        case "DATA" -> new PageJson(report).write(writer);
        case "SCRIPT" -> writer.write(script);
        default -> writer.write(part);
      }
    }
    writer.flush();
  }
}
