package io.ttalloc.analysis.report.html;

import io.ttalloc.analysis.report.Report;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The common parts of all pages that show reports: the file of {@link HtmlFormat}, and pages that
 * get reports from elsewhere. Thread-safe.
 *
 * <p>Each script has all code of tt-alloc in one function, so that the code defines nothing global.
 * The scripts treat a report as data, never as markup: names go into text nodes only, and nothing
 * is loaded.
 */
public final class PageParts {
  private static final List<String> LIBRARIES =
      List.of(
          "vendor/d3-7.9.0.min.js",
          "vendor/d3-flame-graph-5.0.0.min.js",
          "vendor/uplot-1.6.32.min.js");
  private static final List<String> LICENCES =
      List.of("vendor/d3.LICENSE", "vendor/d3-flame-graph.NOTICE", "vendor/uplot.LICENSE");
  private static final List<String> STYLES =
      List.of("vendor/uplot-1.6.32.min.css", "page.css", "charts.css");
  private static final List<String> SHARED_SCRIPTS = List.of("elements.js", "flamechart.js");
  private static final List<String> REPORT_SCRIPTS =
      List.of(
          "words.js",
          "summary.js",
          "findings.js",
          "flame.js",
          "timeline.js",
          "banks.js",
          "lifetimes.js",
          "page.js");

  private PageParts() {}

  /**
   * Returns all code of a page. The page's own part can use what elements.js defines, the libraries
   * {@code d3}, {@code flamegraph} and {@code uPlot}, and {@code showReport(data, place)}. {@code
   * data} is what {@link #writeData} writes. {@code place} has the elements {@code head}, {@code
   * nav} and {@code main} to be filled, and an {@code AbortSignal} named {@code signal} if the
   * report will be replaced. The page needs an element with the id {@code tip}.
   *
   * @param pageScript the page's own part, as JavaScript statements
   */
  public static String script(String pageScript) throws IOException {
    return joined(LIBRARIES)
        + "(function () {\n'use strict';\n"
        + joined(SHARED_SCRIPTS)
        + "function showReport(data, place) {\n"
        + joined(REPORT_SCRIPTS)
        + "}\n"
        + pageScript
        + "})();\n";
  }

  /** Returns all code of the page that compares two runs. */
  static String comparisonScript() throws IOException {
    return joined(LIBRARIES)
        + "(function () {\n'use strict';\n"
        + joined(SHARED_SCRIPTS)
        + read("diff.js")
        + "})();\n";
  }

  /** Returns the styles of all parts. */
  public static String style() throws IOException {
    return joined(STYLES);
  }

  /** Returns the licences of the libraries, which must accompany every copy of them. */
  public static String licences() throws IOException {
    return joined(LICENCES);
  }

  /**
   * Writes the data of a report as one object: schema tt-alloc/1 with stacks as numbers, and a
   * member {@code page} for {@code showReport}, which may change together with that function. Safe
   * inside HTML.
   */
  public static void writeData(Report report, Writer out) throws IOException {
    new PageJson(report).write(out);
  }

  private static String joined(List<String> names) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(read(name)).append('\n');
    }
    return text.toString();
  }

  static String read(String name) throws IOException {
    return read(PageParts.class, name);
  }

  /** Reads a text that is packaged beside a class. */
  public static String read(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(
            name + " was not found in the package of " + beside.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
