package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.Options;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.OutputFile;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a report to the targets in the option {@code dump}. A target that fails is reported in one
 * line and does not affect the judgement. Used only by the thread of the dump.
 */
final class ReportTargets {
  /** The suffix of text files. */
  private static final String TEXT = ".txt";

  private final List<String> targets;
  private final boolean wholeText;
  private final Housekeeping housekeeping;
  private final OwnLedger ledger;
  private final DumpProgress progress;
  private final List<String> files = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private boolean onStderr;

  /**
   * Creates the targets.
   *
   * @param housekeeping knows whether the ledger of a clean run is kept; if so, a text file can
   *     omit the details
   */
  ReportTargets(
      Options.Output output, OwnLedger ledger, DumpProgress progress, Housekeeping housekeeping) {
    this.housekeeping = housekeeping;
    this.targets = output.dump();
    this.wholeText = output.wholeText();
    this.ledger = ledger;
    this.progress = progress;
  }

  /**
   * Writes to every target.
   *
   * @param kept whether the ledger is kept, so that the report can be written again from it
   */
  void write(Report report, boolean kept) {
    for (String target : targets) {
      progress.begin("writing " + target);
      try {
        write(report, target);
      } catch (Throwable e) {
        missing.add(target);
        printFailure(target, e, kept, report.command().launcher());
      }
    }
  }

  private void write(Report report, String target) throws IOException {
    if (target.equals(Options.STDERR)) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      ReportFormats.unaskedText(wholeText).write(report, text);
      Console.write(text.toByteArray());
      onStderr = true;
      return;
    }
    String name = nameOf(target);
    ReportFormat format = format(target, name);
    OutputFile.write(Path.of(name), out -> format.write(report, out));
    files.add(name);
  }

  private ReportFormat format(String target, String name) {
    if (isBrief(target)) {
      return ReportFormats.unaskedText(wholeText);
    }
    ReportFormat bySuffix = ReportFormats.bySuffix(name);
    ReportFormat whole = bySuffix == null ? ReportFormats.text(false) : bySuffix;
    return wholeText ? whole : ReportFormats.shortened(whole, false);
  }

  /**
   * Writes to all targets the line for a run that left nothing of its own open. The report on such
   * a run would consist of the same line. Must be called only if the targets {@link #areBrief}.
   */
  void writeClean(String line) {
    for (String target : targets) {
      progress.begin("writing " + target);
      if (target.equals(Options.STDERR)) {
        Console.line(line);
        continue;
      }
      try {
        byte[] text = ("tt-alloc: " + line + "\n").getBytes(StandardCharsets.UTF_8);
        OutputFile.write(Path.of(nameOf(target)), out -> out.write(text));
      } catch (Throwable e) {
        printFailure(target, e, false, "");
      }
    }
  }

  private boolean isBrief(String target) {
    return target.equals(Options.STDERR) || (target.endsWith(TEXT) && housekeeping.keepsAll());
  }

  private static String nameOf(String target) {
    return target.contains("%p")
        ? target.replace("%p", Long.toString(ProcessHandle.current().pid()))
        : target;
  }

  private void printFailure(String target, Throwable thrown, boolean kept, String launcher) {
    String again =
        kept && ledger.fate() == OwnLedger.Fate.THERE
            ? "; '" + launcher + " dump " + ledger.path() + "' prints the report"
            : "";
    Console.line(
        "the dump could not be written to "
            + nameOf(target)
            + " ("
            + (thrown instanceof IOException known ? OutputFile.reasonOf(known) : Reason.of(thrown))
            + "), expected "
            + OutputFile.expectedAfter(thrown)
            + again);
  }

  /** Whether a report on a clean run is a single line for each target. */
  boolean areBrief() {
    for (String target : targets) {
      if (!isBrief(target)) {
        return false;
      }
    }
    return !targets.isEmpty();
  }

  /** Whether only the text on standard error is written. */
  boolean areOnlyStderr() {
    for (String target : targets) {
      if (!target.equals(Options.STDERR)) {
        return false;
      }
    }
    return !targets.isEmpty();
  }

  /** Whether the report was written to standard error. */
  boolean isOnStderr() {
    return onStderr;
  }

  /** Where the report is, in words for a message. */
  String description() {
    List<String> said = new ArrayList<>();
    if (!files.isEmpty()) {
      said.add("the report is in " + String.join(", ", files));
    }
    if (!missing.isEmpty()) {
      said.add("the report could not be written to " + String.join(", ", missing));
    }
    if (files.isEmpty()) {
      said.add(ledger.description());
    }
    return String.join("; ", said);
  }
}
