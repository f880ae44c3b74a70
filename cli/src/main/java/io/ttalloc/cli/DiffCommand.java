package io.ttalloc.cli;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.OpeningStacks;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.decision.ReportFile;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.html.ComparisonHtml;
import io.ttalloc.analysis.report.json.ComparisonJson;
import io.ttalloc.analysis.report.text.ComparisonText;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.DumpTarget;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.dump.DecisionFiles;
import io.ttalloc.cli.dump.Judgement;
import io.ttalloc.cli.dump.LedgerReports;
import io.ttalloc.cli.dump.PolicyOptions;
import io.ttalloc.text.Numbers;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code diff}: compares two runs, each of them a ledger or a JSON report. */
@Command(
    name = "diff",
    description = {
      "Compares two runs: what is new, gone, grown or shrunk, by type and stack.",
      "",
      "Suppressions apply only to ledgers; a JSON report keeps its verdicts. With"
          + " --fail-on=leak, the leaks of A count as known, like those of the baseline."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc diff yesterday.json today.json",
      "  tt-alloc diff 4242 4711 --format json",
      "  tt-alloc diff 4242 4711 -o diff.html",
      "  tt-alloc diff last.json 4711 --fail-on=leak"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {
      "0:the comparison was written, with or without differences",
      HelpText.ERROR,
      "23:with --fail-on=leak, a leak in B that is not a leak in A and is neither in the baseline"
          + " nor suppressed",
      "24:with --fail-on=leak, no new leak was found, but B's process is still running, was"
          + " killed or was tracked only in part"
    })
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class DiffCommand implements Callable<Integer> {

  /** The output format of a comparison. */
  enum Format {
    TEXT(".txt"),
    JSON(".json"),
    HTML(".html");

    private final String suffix;

    Format(String suffix) {
      this.suffix = suffix;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the format of a file with this name; null if no format has its suffix. */
    static @Nullable Format bySuffix(String name) {
      for (Format format : values()) {
        if (name.endsWith(format.suffix)) {
          return format;
        }
      }
      return null;
    }
  }

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "A",
      converter = DumpTarget.Converter.class,
      description = "The first run: a process id, a ledger, or a JSON report.")
  private DumpTarget before;

  @Parameters(
      index = "1",
      paramLabel = "B",
      converter = DumpTarget.Converter.class,
      description = "The second run.")
  private DumpTarget after;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "One of ${COMPLETION-CANDIDATES}. If not given, the suffix of the output file determines"
              + " the format; without an output file, it is text. html includes a differential"
              + " flame graph.")
  private @Nullable Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write the comparison; standard output if not given.")
  private @Nullable Path output;

  @Mixin private PolicyOptions policy;

  DiffCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() throws IOException {
    Format chosen = chosen();
    Path first = ledgers.find(before);
    Path second = ledgers.find(after);
    AnalysisOptions options = policy.read("nothing was compared");
    if (policy.failsOnOwn()) {
      throw new CommandFailure(
          "diff does not accept --fail-on=own, expected --fail-on=leak: a diff cannot tell whose code can fix a leak; nothing was compared");
    }
    if (policy.failsOnUndecided()) {
      throw new CommandFailure(
          "diff does not accept --fail-on=undecided, expected --fail-on=leak: a diff can fail only because of leaks; nothing was compared");
    }
    Run old;
    Run young;
    try (Progress progress = Progress.onTerminal()) {
      progress.ledger(1, 2);
      old = read(first, options, progress);
      progress.ledger(2, 2);
      young = read(second, options, progress);
    }
    Comparison comparison = Comparison.of(old.report(), young.report());
    StringWriter text = new StringWriter();
    switch (chosen) {
      case TEXT -> text.write(ComparisonText.of(comparison, first.toString(), second.toString()));
      case JSON -> text.write(ComparisonJson.of(comparison, first.toString(), second.toString()));
      case HTML -> ComparisonHtml.write(comparison, old.named(first), young.named(second), text);
    }
    write(text.toString());
    return policy.failsOnLeak() ? status(comparison, young) : 0;
  }

  private Format chosen() {
    if (format != null || output == null) {
      return format == null ? Format.TEXT : format;
    }
    Format bySuffix = Format.bySuffix(output.toString());
    if (bySuffix == null) {
      throw new CommandFailure(
          "the format of %s is unknown, expected a name that ends in .txt, .json or .html, or --format; nothing was compared"
              .formatted(output));
    }
    return bySuffix;
  }

  private void write(String text) {
    if (output == null) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(text);
      out.flush();
      return;
    }
    try {
      OutputFile.write(output, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot write the comparison to %s: %s, expected %s; nothing was written"
              .formatted(output, OutputFile.reasonOf(e), OutputFile.expectedAfter(e)),
          e);
    }
  }

  private int status(Comparison comparison, Run young) {
    RecordedReport baseline = policy.baseline();
    long leaks = comparison.newLeaks(baseline);
    if (leaks > 0) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          "tt-alloc: diff failed: B has %s that %s%n",
          Numbers.counted(leaks, "leak"),
          baseline == null ? "A does not have" : "neither A nor the baseline has");
      return PolicyOptions.LEAK;
    }
    Judgement judgement = young.judgement();
    return judgement == null
        ? 0
        : new Judgement(judgement.process(), 0, judgement.doubt()).status();
  }

  /**
   * One of the two runs.
   *
   * @param judgement null for a JSON report, which is not judged again
   */
  private record Run(RecordedReport report, OpeningStacks stacks, @Nullable Judgement judgement) {

    /**
     * Returns the run under the name of its file without directories, since the page may be sent to
     * somebody else.
     */
    ComparisonHtml.Run named(Path file) {
      return new ComparisonHtml.Run(String.valueOf(file.getFileName()), stacks);
    }
  }

  private static Run read(Path file, AnalysisOptions options, Progress progress) {
    if (file.toString().endsWith(".json") || LedgerReports.beginsLikeJson(file)) {
      ReportFile.Read read = DecisionFiles.report(file);
      return new Run(read.report(), read.stacks(), null);
    }
    Report report = LedgerReports.read(file, options, progress);
    return new Run(
        RecordedReport.of(report.findings()),
        OpeningStacks.of(report.findings()),
        Judgement.of(report));
  }
}
