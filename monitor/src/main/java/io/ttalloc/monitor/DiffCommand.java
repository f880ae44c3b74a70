package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.decision.Comparison;
import io.ttalloc.analysis.decision.RecordedReport;
import io.ttalloc.analysis.report.json.ComparisonJson;
import io.ttalloc.analysis.report.text.ComparisonText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code diff}: compares two runs, each a ledger or a report in JSON. */
@Command(
    name = "diff",
    description =
        "Tells what is new, gone, grown or shrunk from one run to another, by type and stack.")
@SuppressWarnings("NullAway.Init") // picocli sets what is marked before it runs the command
final class DiffCommand implements Callable<Integer> {

  /** How a comparison is written. */
  enum Format {
    TEXT,
    JSON;

    @Override
    public String toString() {
      return this == TEXT ? "text" : "json";
    }
  }

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "A",
      converter = DumpTarget.Converter.class,
      description = "The first run: a process id, a ledger, or a report in JSON.")
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
      description = "One of ${COMPLETION-CANDIDATES}; text if not given.")
  private Format format = Format.TEXT;

  DiffCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() {
    Path first = ledgers.find(before);
    Path second = ledgers.find(after);
    Comparison comparison = Comparison.of(read(first), read(second));
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        format == Format.JSON
            ? ComparisonJson.of(comparison, first.toString(), second.toString())
            : ComparisonText.of(comparison, first.toString(), second.toString()));
    out.flush();
    return 0;
  }

  private static RecordedReport read(Path file) {
    if (!file.toString().endsWith(".json") && !LedgerReports.beginsLikeJson(file)) {
      return RecordedReport.of(LedgerReports.read(file, AnalysisOptions.defaults()).findings());
    }
    return DecisionFiles.report(file);
  }
}
