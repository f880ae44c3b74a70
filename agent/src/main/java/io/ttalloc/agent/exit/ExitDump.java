package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.weave.MatchedRules;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.analysis.report.text.TextFormat;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.Retention;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.probe.Probe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens when the process ends in order: collect, sample, read the ledger, judge, report, and
 * leave the ledger only if there is something to see in it. With {@code fail-on=leak}, a leak
 * replaces the exit status.
 *
 * <p>Runs once, on the thread that ends the JVM. Whatever fails ends in one line.
 */
public final class ExitDump implements Runnable {
  private static final long SAMPLING_MILLIS = 1_000;

  private final Options options;
  private final Supplier<AnalysisOptions> analysisOptions;
  private final MatchedRules rules;
  private final LedgerFiles files;
  private final LedgerLock lock;
  private final LedgerWriter ledger;
  private final StatisticsSampler statistics;
  private final LastCollection collection;
  private boolean last;
  private final List<String> writtenFiles = new ArrayList<>();
  private @Nullable String leaks;

  /**
   * Nothing happens before {@link #register}.
   *
   * @param analysisOptions asked once, at the end
   */
  public ExitDump(
      Options options,
      Supplier<AnalysisOptions> analysisOptions,
      MatchedRules rules,
      LedgerFiles files,
      LedgerLock lock,
      LedgerWriter ledger,
      StatisticsSampler statistics) {
    this.options = options;
    this.analysisOptions = analysisOptions;
    this.rules = rules;
    this.files = files;
    this.lock = lock;
    this.ledger = ledger;
    this.statistics = statistics;
    this.collection = new LastCollection(options.gcAtExit());
  }

  /** Arranges for the end. */
  public void register() {
    last = ShutdownOrder.registerLast(this);
    if (!last) {
      AgentLog.of("exit").info("no late shutdown slot is free; the dump runs beside other hooks");
      Runtime.getRuntime().addShutdownHook(new Thread(this, "tt-alloc-exit"));
    }
  }

  @Override
  public void run() {
    Probe.unseen(this::finish);
    if (leaks != null && options.policy().failOnLeak()) {
      fail(leaks);
    }
  }

  /**
   * Replaces the exit status. Everything is written by now: the application's hooks have ended, and
   * what its streams still hold the JVM would not write either.
   */
  private void fail(String why) {
    if (last) {
      if (!options.dump().contains(Options.STDERR)) {
        Console.line(
            why
                + ", status "
                + options.policy().exitStatus()
                + " by fail-on=leak; "
                + (writtenFiles.isEmpty()
                    ? "the ledger is " + files.ledger()
                    : "the report is in " + String.join(", ", writtenFiles)));
      }
      Runtime.getRuntime().halt(options.policy().exitStatus());
    }
    Console.line(
        "fail-on=leak: other shutdown hooks may still run, because no late shutdown slot was free;"
            + " the process keeps its own exit status");
  }

  private void finish() {
    try {
      Gap unknown = collection.run();
      if (unknown != null) {
        ledger.gap(unknown);
      }
      sampleInTime();
      Probe.recordCollected();
      Probe.recordThreads();
      Probe.stop();
      ledger.ended();
      Report report =
          Analysis.of(LedgerReader.read(files.ledger(), Liveness.OWN_PROCESS), asFoundLater());
      for (String target : options.dump()) {
        write(report, target);
      }
      tellUnmatched();
      leaks = report.failures() > 0 ? TextFormat.headline(report) : null;
      settle(report);
    } catch (Throwable e) {
      Console.line("the dump at exit failed (" + e + "); the ledger is kept: " + files.ledger());
      AgentLog.of("exit").error("the dump at exit failed", e);
    }
  }

  /** The options of the analysis, which say by what the ledger is found when all has ended. */
  private AnalysisOptions asFoundLater() {
    AnalysisOptions chosen = analysisOptions.get();
    Path directory = directory();
    if (directory == null || Retention.keepsAll(directory)) {
      // Whoever collects the ledgers says where they are, and may delete them.
      return chosen.at("");
    }
    boolean byProcessId = LedgerDirectory.defaults().contains(directory);
    return byProcessId ? chosen : chosen.at(files.ledger().toString());
  }

  private @Nullable Path directory() {
    return files.ledger().toAbsolutePath().getParent();
  }

  /**
   * Samples on a thread of its own: it calls the application, which may wait for a lock that nobody
   * will free any more, and the JVM must end all the same.
   */
  private void sampleInTime() throws InterruptedException {
    Thread sampling = new Thread(() -> Probe.unseen(statistics::sample), "tt-alloc-statistics");
    sampling.setDaemon(true);
    sampling.start();
    sampling.join(SAMPLING_MILLIS);
    if (sampling.isAlive()) {
      Console.line(
          "the allocator's statistics did not come within "
              + SAMPLING_MILLIS
              + " ms; the report does without them");
    }
  }

  /**
   * A rule of the user's whose class is not even there may be misspelt. One whose class was not
   * needed in this run is none of anybody's business.
   */
  private void tellUnmatched() {
    for (Rule rule : rules.unmatched()) {
      String name = rule.classes().name();
      boolean missing =
          rule.classes().kind() == ClassPattern.Kind.CLASS
              && options.rules().contains(rule.position().file())
              && ClassLoader.getSystemResource(name.replace('.', '/') + ".class") == null;
      if (missing) {
        Console.line(
            rule.position()
                + ": no class '"
                + name
                + "' was loaded and none is on the class path, expected the name of a class as"
                + " Class.getName() gives it; this rule tracked nothing");
      }
    }
  }

  private void write(Report report, String target) {
    try {
      if (target.equals(Options.STDERR)) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ReportFormats.text(false).write(report, text);
        Console.write(text.toString(StandardCharsets.UTF_8));
        return;
      }
      String name = target.replace("%p", Long.toString(ProcessHandle.current().pid()));
      ReportFormat format = ReportFormats.bySuffix(name);
      try (OutputStream out = Files.newOutputStream(Path.of(name))) {
        (format == null ? ReportFormats.text(false) : format).write(report, out);
      }
      writtenFiles.add(name);
    } catch (IOException | RuntimeException e) {
      Console.line(
          "the dump could not be written to "
              + target
              + " ("
              + e
              + "), expected a file that can be made"
              + (isKept(report) ? "; './tt-alloc dump " + files.ledger() + "' gives it" : ""));
    }
  }

  private static boolean isKept(Report report) {
    return !report.isClean() || !report.marks().isEmpty();
  }

  /** Deletes what nobody needs. */
  private void settle(Report report) throws IOException {
    Path directory = directory();
    if (directory == null || Retention.keepsAll(directory)) {
      return;
    }
    if (!isKept(report)) {
      Files.deleteIfExists(files.ledger());
      Files.deleteIfExists(files.marks());
      lock.close();
      Files.deleteIfExists(files.lock());
    }
    Retention.prune(directory, options.keepFiles(), Retention.DEFAULT_BYTES, files);
  }
}
