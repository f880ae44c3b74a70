package io.ttalloc.cli;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.DumpTarget;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.OptionalJar;
import io.ttalloc.cli.dump.DumpFormat;
import io.ttalloc.cli.dump.DumpFormats;
import io.ttalloc.cli.dump.FolderFormat;
import io.ttalloc.cli.dump.HeapSource;
import io.ttalloc.cli.dump.Judgement;
import io.ttalloc.cli.dump.LedgerDump;
import io.ttalloc.cli.dump.PolicyOptions;
import io.ttalloc.cli.dump.ReportOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dump}: writes the report of one ledger to standard output or a file.
 *
 * <p>A report is written only when it is complete, so an error leaves no partial report and creates
 * no file.
 */
@Command(
    name = "dump",
    description = {
      "Reports which resources a running process has open, or an ended one left open, according to its ledger.",
      "",
      "Given folders with the ledgers of several JVMs, such as all JVMs that a build starts, writes"
          + " one report on all of these JVMs."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc dump 4242",
      "  tt-alloc dump 4242 --all",
      "  tt-alloc dump 4242 --holders",
      "  tt-alloc dump 4242 -o report.html",
      "  tt-alloc dump 4242 --format ttnn -o folder",
      "  tt-alloc dump 4242 --baseline last.json --fail-on=leak"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR, HelpText.LEAK, HelpText.NO_JUDGEMENT})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class DumpCommand implements Callable<Integer> {

  private final LedgerDump ledgerDump;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "PID|LEDGER|FOLDER",
      converter = DumpTarget.WithFolders.class,
      description =
          "A process id, or the path of a ledger or of a folder with ledgers. Several folders may"
              + " be given.")
  private List<DumpTarget> targets;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = DumpFormats.class,
      completionCandidates = DumpFormats.class,
      description =
          "One of ${COMPLETION-CANDIDATES}. If not given, the suffix of the output file determines"
              + " the format; without an output file, it is text. ttnn writes a folder for"
              + " ttnn-visualizer.")
  private DumpFormats.@Nullable Choice format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write the report (a folder for ttnn); standard output if not given.")
  private @Nullable Path output;

  @Option(
      names = "--all",
      description =
          "Write the whole report, not only what fits on a screen. Formats other than text are"
              + " always complete.")
  private boolean all;

  @Option(
      names = "--holders",
      description =
          "Ask the running process for a heap dump, and show what keeps each resource"
              + " reachable. The process is paused while it dumps its heap; only you can read the"
              + " dump, which is deleted afterwards.")
  private boolean holders;

  @Option(
      names = "--heap",
      paramLabel = "FILE.hprof",
      description =
          "Show what keeps each resource reachable, according to this heap dump of the process,"
              + " which any tool may have taken (such as jcmd PID GC.heap_dump FILE.hprof).")
  private @Nullable Path heap;

  @Mixin private PolicyOptions policy;

  DumpCommand(LedgerDump ledgerDump) {
    this.ledgerDump = ledgerDump;
  }

  @Override
  public Integer call() throws IOException {
    // Not System.console(): with JDK 22 to 24 it is non-null even if output goes to a pipe.
    boolean terminal = output == null && Ansi.AUTO.enabled();
    DumpFormat.OfFolder viewer = forViewer();
    return viewer == null ? writeFile(chosen(terminal), terminal) : writeFolder(viewer);
  }

  /** The directory for the viewer, or null if the report is a single file. */
  private DumpFormat.@Nullable OfFolder forViewer() {
    if (format == null || format.ofFile() != null) {
      return null;
    }
    if (output == null) {
      throw new CommandFailure(
          "the format %s writes a folder with a database and requires -o FOLDER"
              .formatted(DumpFormats.VIEWER));
    }
    FolderFormat folder =
        OptionalJar.VIEWER.require(FolderFormat.class, "--format " + DumpFormats.VIEWER);
    return new DumpFormat.OfFolder(folder, output);
  }

  private int writeFolder(DumpFormat.OfFolder viewer) throws IOException {
    HeapSource heapSource = heapSource();
    AnalysisOptions options = policy.read("nothing was written");
    viewer.format().check(viewer.folder());
    return status(
        ledgerDump.write(
            new LedgerDump.Request(DumpTarget.ofAll(targets), heapSource, viewer, options),
            spec.commandLine().getErr(),
            OutputStream.nullOutputStream()));
  }

  private int status(Judgement judgement) {
    return policy.failsOnLeak() ? judgement.status() : 0;
  }

  private int writeFile(ReportFormat chosen, boolean terminal) throws IOException {
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    if (chosen.isBinary() && terminal) {
      throw new CommandFailure(
          "the format %s is binary, expected a file (-o FILE) or a pipe instead of a terminal"
              .formatted(chosen.name()));
    }
    AnalysisOptions options = policy.read("nothing was written").listing(chosen.listsResources());
    Judgement judgement =
        ledgerDump.write(
            new LedgerDump.Request(
                DumpTarget.ofAll(targets), heapSource(), new DumpFormat.OfFile(chosen), options),
            spec.commandLine().getErr(),
            report);
    if (output == null && chosen.isBinary()) {
      System.out.write(report.toByteArray());
      System.out.flush();
    } else if (output == null) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(report.toString(StandardCharsets.UTF_8));
      out.flush();
    } else {
      ReportOutput.write(output, out -> out.write(report.toByteArray()));
    }
    return status(judgement);
  }

  private HeapSource heapSource() {
    Path dump = heap;
    if (dump == null) {
      return holders ? new HeapSource.Asked() : new HeapSource.None();
    }
    if (holders) {
      throw new CommandFailure(
          "--holders requests a new heap dump, but --heap reads %s; expected only one of them"
              .formatted(dump));
    }
    return new HeapSource.OfFile(dump);
  }

  private ReportFormat chosen(boolean terminal) throws IOException {
    ReportFormat whole = whole(terminal);
    return all ? whole : ReportFormats.shortened(whole, terminal);
  }

  private ReportFormat whole(boolean terminal) throws IOException {
    if (format != null && format.ofFile() != null) {
      return format.ofFile();
    }
    if (output == null) {
      return ReportFormats.text(terminal);
    }
    return ReportOutput.format(output);
  }
}
