package io.ttalloc.benchmarks.process;

import io.ttalloc.benchmarks.paper.Estimate;
import io.ttalloc.benchmarks.paper.ProcessFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures how long a separate process takes to write a report on a ledger, and the report's size.
 */
final class Dumps {
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double BYTES_PER_MEGABYTE = 1024 * 1024;

  private final ChildJvm jvm;
  private final Path monitor;
  private final Path directory;
  private final List<Double> text = new ArrayList<>();
  private final List<Double> html = new ArrayList<>();
  private final List<Double> htmlBytes = new ArrayList<>();

  Dumps(ChildJvm jvm, Path monitor, Path directory) {
    this.jvm = jvm;
    this.monitor = monitor;
    this.directory = directory;
  }

  /** Measures one report in each format; each report must show the number of open resources. */
  void measure(Path ledger, long open) throws IOException, InterruptedException {
    ChildJvm.Ended asText = dump(ledger, "text");
    requireReport(Files.readString(asText.output()), ledger, open);
    text.add(asText.seconds() * MILLIS_PER_SECOND);
    Path page = directory.resolve("report.html");
    html.add(dump(ledger, "html", "-o", page.toString()).seconds() * MILLIS_PER_SECOND);
    requireReport(Files.readString(page), ledger, open);
    htmlBytes.add(Files.size(page) / BYTES_PER_MEGABYTE);
    Files.delete(page);
  }

  private ChildJvm.Ended dump(Path ledger, String format, String... more)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    // The flags that ./tt-alloc uses for such a short-lived JVM.
    arguments.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    arguments.addAll(List.of("-jar", monitor.toString(), "dump", ledger.toString()));
    arguments.addAll(List.of("--format", format));
    arguments.addAll(List.of(more));
    return jvm.run(false, arguments);
  }

  private static void requireReport(String report, Path ledger, long open) {
    if (!report.contains(String.format(Locale.ROOT, "%,d", open))) {
      throw new IllegalStateException(
          "the dump of %s does not mention the %,d open resources".formatted(ledger, open));
    }
  }

  /**
   * The figures of the measured dumps; empty if nothing was measured.
   *
   * @param suffix the suffix of the figures' names
   * @param live a phrase that says how many resources were open
   */
  List<ProcessFigure> figures(String suffix, String live) {
    if (text.isEmpty()) {
      return List.of();
    }
    return List.of(
        new ProcessFigure(
            "dump" + suffix,
            "`tt-alloc dump` as text, the JVM's start included, " + live,
            Estimate.median(text),
            "ms"),
        new ProcessFigure(
            "dumpHtml" + suffix,
            "`tt-alloc dump` as HTML, the JVM's start included, " + live,
            Estimate.median(html),
            "ms"),
        new ProcessFigure(
            "dumpHtmlBytes" + suffix,
            "size of the HTML, " + live,
            Estimate.median(htmlBytes),
            "MB"));
  }
}
