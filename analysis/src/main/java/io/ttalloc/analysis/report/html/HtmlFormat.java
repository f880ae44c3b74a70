package io.ttalloc.analysis.report.html;

import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * One HTML file with summary, findings, flame graph, timeline, memory layouts and lifetimes.
 *
 * <p>Everything is in the file, and its Content-Security-Policy blocks everything from outside. To
 * the page the report is data, never markup: it is in a script element of type {@code
 * application/json} with every {@code <} escaped, and the page puts names into text nodes only.
 */
public final class HtmlFormat extends ReportFormat {
  private static final List<String> LIBRARIES =
      List.of(
          "vendor/d3-7.9.0.min.js",
          "vendor/d3-flame-graph-5.0.0.min.js",
          "vendor/uplot-1.6.32.min.js");
  private static final List<String> LICENCES =
      List.of("vendor/d3.LICENSE", "vendor/d3-flame-graph.NOTICE", "vendor/uplot.LICENSE");
  private static final List<String> STYLES =
      List.of("vendor/uplot-1.6.32.min.css", "page.css", "charts.css");
  private static final List<String> SCRIPTS =
      List.of(
          "words.js",
          "summary.js",
          "findings.js",
          "flame.js",
          "timeline.js",
          "banks.js",
          "lifetimes.js",
          "page.js");

  public HtmlFormat() {
    super("html", ".html");
  }

  @Override
  public void write(Report report, OutputStream out) throws IOException {
    Writer writer =
        new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
    String script = script();
    for (String part : template()) {
      switch (part) {
        case "POLICY" -> writer.write(policy(script));
        case "STYLE" -> writer.write(style());
        case "NOTICES" -> writer.write(notices());
        case "DATA" -> new PageJson(report).write(writer);
        case "SCRIPT" -> writer.write(script);
        default -> writer.write(part);
      }
    }
    writer.flush();
  }

  /** The page, split at the placeholders for its other parts. */
  private static List<String> template() throws IOException {
    return List.of(read("page.html").split("\\{\\{|\\}\\}", -1));
  }

  /** All code of the page; that of tt-alloc is one function, so that nothing of it is global. */
  private static String script() throws IOException {
    return joined(LIBRARIES) + "(function () {\n'use strict';\n" + joined(SCRIPTS) + "})();\n";
  }

  private static String style() throws IOException {
    return joined(STYLES);
  }

  /** The licences of the libraries, in a form that cannot end an HTML comment. */
  private static String notices() throws IOException {
    return joined(LICENCES).replace("--", "- -");
  }

  /** Allows nothing from outside, and no script but this one. */
  private static String policy(String script) {
    return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"
        + sha256(script)
        + "'; base-uri 'none'; form-action 'none'";
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String joined(List<String> names) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(read(name)).append('\n');
    }
    return text.toString();
  }

  private static String read(String name) throws IOException {
    try (InputStream in = HtmlFormat.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name + " is missing beside " + HtmlFormat.class.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
