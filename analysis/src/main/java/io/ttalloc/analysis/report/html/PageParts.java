package io.ttalloc.analysis.report.html;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** The parts of the page that are the same in every report: resources beside this class. */
final class PageParts {
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

  private PageParts() {}

  /** The page around its data, cut at the names of what goes in between. */
  static List<String> template() throws IOException {
    return List.of(read("page.html").split("\\{\\{|\\}\\}", -1));
  }

  /** All code of the page; our own files share one function, so nothing of them is global. */
  static String script() throws IOException {
    return joined(LIBRARIES) + "(function () {\n'use strict';\n" + joined(SCRIPTS) + "})();\n";
  }

  static String style() throws IOException {
    return joined(STYLES);
  }

  /** Whose work is in the page; none of these texts ends a comment of HTML. */
  static String notices() throws IOException {
    return joined(LICENCES).replace("--", "- -");
  }

  /** Nothing from outside, and of all scripts only this one. */
  static String policy(String script) {
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
    try (InputStream in = PageParts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name + " is missing beside " + PageParts.class.getName());
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
