package io.ttalloc.serve.page;

import io.ttalloc.analysis.report.html.PageParts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files of the web page by their paths. Immutable. */
public final class PageFiles {
  /**
   * The hash of the style element that d3-flame-graph 5.0.0 adds; no other script adds a style
   * element.
   */
  private static final String FLAME_GRAPH_STYLE =
      "'sha256-PjPkXjWPssRCMzB6p5SnF25xrwIH7ThbVHWlE+SG1DE='";

  /**
   * The Content-Security-Policy of the page: a browser may run and show only files from this
   * server, and send requests only to this server. No script can turn text into markup.
   */
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' "
          + FLAME_GRAPH_STYLE
          + "; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private static final List<String> SCRIPTS =
      List.of(
          "connection.js",
          "devices.js",
          "processes.js",
          "natives.js",
          "charts.js",
          "comparison.js",
          "downloads.js",
          "process.js",
          "monitor.js");

  private final Map<String, PageFile> files;

  private PageFiles(Map<String, PageFile> files) {
    this.files = Map.copyOf(files);
  }

  /**
   * Reads the files.
   *
   * @param tokenNeeded whether the page must ask its user for a token
   * @throws IOException if a file is missing from this program
   */
  public static PageFiles load(boolean tokenNeeded) throws IOException {
    StringBuilder own = new StringBuilder();
    for (String script : SCRIPTS) {
      own.append(read(script)).append('\n');
    }
    String page = read("index.html").replace("{{TOKEN}}", tokenNeeded ? "needed" : "none");
    return new PageFiles(
        Map.of(
            "/",
            new PageFile("text/html; charset=utf-8", page),
            "/page/monitor.js",
            new PageFile("text/javascript; charset=utf-8", PageParts.script(own.toString())),
            "/page/monitor.css",
            new PageFile("text/css; charset=utf-8", PageParts.style() + read("monitor.css")),
            "/page/icon.svg",
            new PageFile("image/svg+xml", read("icon.svg")),
            "/page/licences.txt",
            new PageFile("text/plain; charset=utf-8", PageParts.licences())));
  }

  /** The paths of the files. */
  public Set<String> paths() {
    return files.keySet();
  }

  /** Returns the file at a path; null if there is none. */
  public @Nullable PageFile at(String path) {
    return files.get(path);
  }

  private static String read(String name) throws IOException {
    return PageParts.read(PageFiles.class, name);
  }
}
