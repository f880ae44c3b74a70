package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportEntry;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.VisibleText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * JUnit XML, which continuous integration servers show: a failed test case for each leak, with the
 * class and line that opened it, or a single passed test case if there are no leaks.
 */
public final class JUnitXmlFormat extends ReportFormat {
  public JUnitXmlFormat() {
    super("junit", ".junit.xml");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    out.write(toText(report).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static String toText(Report report) {
    List<ReportEntry> leaks =
        report.entries().stream().filter(entry -> entry.group().leak()).toList();
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuite name=\"tt-alloc\" tests=\"").append(Math.max(1, leaks.size()));
    xml.append("\" failures=\"").append(leaks.size());
    xml.append("\" errors=\"0\" skipped=\"0\" time=\"0\">\n");
    for (ReportEntry leak : leaks) {
      failure(leak, report.history().marks().size(), xml);
    }
    if (leaks.isEmpty()) {
      xml.append("  <testcase classname=\"tt-alloc\" name=\"no leak\" time=\"0\"/>\n");
    }
    xml.append("  <system-out>").append(escaped(Headline.of(report).text()));
    return xml.append("</system-out>\n</testsuite>\n").toString();
  }

  private static void failure(ReportEntry leak, int cycles, StringBuilder xml) {
    Finding worst = leak.rows().get(0).sum();
    Frame at = LeakText.frame(worst);
    String what = ShortTable.whatOf(leak);
    xml.append("  <testcase classname=\"").append(escaped(at == null ? "?" : at.className()));
    xml.append("\" name=\"")
        .append(
            escaped(
                LeakText.line(worst)
                    + ": "
                    + String.join(", ", leak.types())
                    + " "
                    + leak.group().verdict()));
    if (at != null && at.file() != null) {
      xml.append("\" file=\"").append(escaped(at.file()));
      xml.append("\" line=\"").append(Math.max(0, at.line()));
    }
    xml.append("\" time=\"0\">\n    <failure type=\"").append(leak.group().verdict());
    String meaning = leak.group().verdict().meaning();
    xml.append("\" message=\"").append(escaped(what + ", " + meaning)).append("\">");
    List<String> lines = new ShortEntry(leak, cycles).lines(1);
    for (String line : lines.subList(1, lines.size())) {
      xml.append(escaped(line.substring(ShortEntry.INDENT.length()))).append('\n');
    }
    xml.append("</failure>\n  </testcase>\n");
  }

  /**
   * Escapes the text for XML, and replaces characters that XML cannot represent, such as most
   * control characters.
   */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    String visible = VisibleText.of(text);
    for (int at = 0; at < visible.length(); ) {
      int each = visible.codePointAt(at);
      at += Character.charCount(each);
      switch (each) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        default -> escaped.appendCodePoint(isOfXml(each) ? each : '\uFFFD');
      }
    }
    return escaped.toString();
  }

  private static boolean isOfXml(int character) {
    boolean surrogate =
        character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    return character >= ' ' && !surrogate && character != 0xFFFE && character != 0xFFFF;
  }
}
