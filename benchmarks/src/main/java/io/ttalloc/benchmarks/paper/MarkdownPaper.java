package io.ttalloc.benchmarks.paper;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes results as Markdown: first the bars with the measured values, then every figure. */
public final class MarkdownPaper {
  private static final String THROWABLE = "THROWABLE";
  private static final String NETTY = "NETTY";
  private static final String ARROW = "ARROW";

  private final Results results;
  private final StringBuilder out = new StringBuilder();

  private MarkdownPaper(Results results) {
    this.results = results;
  }

  /** The whole text. */
  public static String of(Results results) {
    MarkdownPaper paper = new MarkdownPaper(results);
    paper.head();
    paper.bars();
    paper.hooks();
    paper.process();
    paper.notes();
    return paper.out.toString();
  }

  private void head() {
    Circumstances at = results.circumstances();
    line("# Benchmarks");
    line("");
    line(
        "Written by the run itself; every figure with its error is in `benchmarks.json`. To repeat:");
    line("");
    line("```sh");
    line("mvn -B -ntp -DskipTests -Preliability package");
    line(at.command());
    line("```");
    line("");
    line(
        "Measured %s (%s): %s, %d processors, %.0f GiB; %s; %s; load average at the start %s."
            .formatted(
                at.date(),
                at.mode().equals("full") ? "full run" : "quick run: shows only that all parts run",
                at.cpu(),
                at.processors(),
                at.memoryBytes() / (double) (1 << 30),
                at.system(),
                at.jvm(),
                at.loadAverage() < 0 ? "unknown" : number(at.loadAverage())));
    line("A figure with a date was measured on that day, perhaps on another machine.");
  }

  private void bars() {
    line("");
    line("## Bars");
    line("");
    line("| what | bar | measured | |");
    line("|---|---|---|---|");
    long missed = 0;
    for (Bar bar : results.bars()) {
      line(
          "| %s | %s %s %s | %s %s | %s |"
              .formatted(
                  bar.what(),
                  bar.atMost() ? "<=" : ">=",
                  plain(bar.limit()),
                  bar.unit(),
                  withError(bar.measured()),
                  bar.unit(),
                  result(bar)));
      missed += bar.met() ? 0 : 1;
    }
    line("");
    line("%d of %d bars are met.".formatted(results.bars().size() - missed, results.bars().size()));
    results.skipped().forEach(skipped -> line("Not measured: " + skipped + "."));
  }

  private static String result(Bar bar) {
    String result = bar.met() ? "met" : "**missed**";
    if (!bar.met() && !bar.reason().isEmpty()) {
      result += ": " + bar.reason();
    }
    return bar.day().isEmpty() ? result : result + " (" + bar.day() + ")";
  }

  private void hooks() {
    if (results.hooks().figures().isEmpty()) {
      return;
    }
    line("");
    line("## Open and close");
    for (int threads : List.of(1, 2)) {
      for (int depth : results.hooks().depths()) {
        List<HookFigure> figures =
            results.hooks().figures().stream()
                .filter(f -> f.depth() == depth && f.threads() == threads)
                .toList();
        if (!figures.isEmpty()) {
          line("");
          line(
              "%d frames, %s%s:"
                  .formatted(
                      depth,
                      threads == 1 ? "one thread" : threads + " threads",
                      results.hooks().measured().isEmpty()
                          ? ""
                          : ", measured " + results.hooks().measured()));
          line("");
          line("| | ns | x Throwable | x Netty | x Arrow |");
          line("|---|--:|--:|--:|--:|");
          figures.forEach(this::hookRow);
        }
      }
    }
  }

  private void hookRow(HookFigure figure) {
    line(
        "| %s | %s | %s | %s | %s |"
            .formatted(
                figure.title(),
                withError(figure.nanos()),
                times(figure, THROWABLE),
                times(figure, NETTY),
                times(figure, ARROW)));
  }

  private String times(HookFigure figure, String to) {
    Optional<HookTable.Ratio> ratio =
        results.hooks().ratio(figure.subject(), to, figure.depth(), figure.threads());
    return ratio.map(r -> number(r.times().value())).orElse("");
  }

  private void process() {
    if (results.process().isEmpty()) {
      return;
    }
    line("");
    line("## Whole process");
    line("");
    line("| | measured | of | on |");
    line("|---|--:|--:|---|");
    for (ProcessFigure figure : results.process()) {
      line(
          "| %s | %s %s | %d | %s |"
              .formatted(
                  figure.what(),
                  withError(figure.value()),
                  figure.unit(),
                  figure.value().samples(),
                  figure.measured()));
    }
  }

  private void notes() {
    line("");
    line("## How it was measured");
    line("");
    results.circumstances().notes().forEach(note -> line("- " + note));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private static String withError(Estimate estimate) {
    return estimate.error() == 0
        ? number(estimate.value())
        : number(estimate.value()) + " &plusmn; " + number(estimate.error());
  }

  /** Rounds to three digits, because the errors make further digits meaningless. */
  private static String number(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%s", value);
  }
}
