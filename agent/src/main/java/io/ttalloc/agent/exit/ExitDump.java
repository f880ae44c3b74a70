package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.MatchedRules;
import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens when the process ends in order: collect, sample, read the ledger, judge, report, and
 * leave the ledger only if there is something to see in it. With {@code fail-on=leak}, a leak
 * replaces the exit status, and so does it if nobody can tell whether there is one.
 *
 * <p>Runs once, on a thread of its own while the one that ends the JVM waits: that one may be at
 * the end of its stack. What the judgement can do without is tried, and its failure told; anything
 * else that fails ends in one line.
 */
public final class ExitDump implements Runnable {
  private static final int STACK_BYTES = 1 << 20;

  private final Options options;
  private final Supplier<AnalysisOptions> analysisOptions;
  private final MatchedRules rules;
  private final LedgerFiles files;
  private final LedgerWriter ledger;
  private final LastRecords lastRecords;
  private final OwnLedger own;
  private final ReportTargets targets;
  private final Housekeeping housekeeping;
  private final DumpProgress progress;
  private final ExitReserve reserve = ExitReserve.take();

  // No lambdas: they would link when there may be no memory for it.
  private final Runnable judging =
      new Runnable() {
        @Override
        public void run() {
          judge();
        }
      };
  private final Thread thread =
      new Thread(
          LiveThreads.rootGroup(),
          new Runnable() {
            @Override
            public void run() {
              dump();
            }
          },
          "tt-alloc-dump",
          STACK_BYTES,
          false);

  private volatile ExitStatus ending;
  private volatile boolean ended;
  private volatile @Nullable Report judged;
  private @Nullable IOException unreadable;

  /**
   * Takes what the end needs. Nothing happens before {@link #register}.
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
    this.ledger = ledger;
    this.lastRecords = new LastRecords(ledger, new LastCollection(options.gcAtExit()), statistics);
    this.own = OwnLedger.at(files.ledger());
    this.progress = new DumpProgress(options.exitLimitSeconds());
    this.targets = new ReportTargets(options.dump(), own, progress);
    this.housekeeping = new Housekeeping(options, files, lock, own);
    this.ending = ending(true);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
  }

  private ExitStatus ending(boolean last) {
    return new ExitStatus(options.policy(), last, ledgerUnseen());
  }

  /** Where the report is to be had; looks at nothing, since that may be what stands still. */
  private String again() {
    return "'./tt-alloc dump " + files.ledger() + "' reports what it has";
  }

  /** What is known of the ledger without looking at it. */
  private String ledgerUnseen() {
    return "its ledger was " + files.ledger();
  }

  /** Arranges for the end. */
  public void register() {
    if (!ShutdownOrder.registerLast(this)) {
      ending = ending(false);
      AgentLog.of("exit").info("no late shutdown slot is free; the dump runs beside other hooks");
      if (options.policy().failOnLeak()) {
        ShutdownOrder.tellThatTheStatusStays();
      }
      Runtime.getRuntime().addShutdownHook(new Thread(this, "tt-alloc-exit"));
    }
  }

  @Override
  public void run() {
    reserve.releaseHeap();
    Console.beginEnd();
    progress.begin("collecting garbage");
    boolean started = false;
    boolean stoodStill = false;
    try {
      thread.start();
      started = true;
      stoodStill = !progress.await(thread);
    } catch (Throwable e) {
      if (!started) {
        // The JVM gets no more threads, or this one has no stack to ask for it.
        dump();
      }
    }
    if (!ended) {
      giveUp(stoodStill);
    }
  }

  /** What has been judged stands, though its report may be missing. */
  private void giveUp(boolean stoodStill) {
    if (!stoodStill) {
      ending.tellFailed(null);
      ending.endByNoJudgement();
      return;
    }
    String why =
        "the dump at exit has made no progress for "
            + options.exitLimitSeconds()
            + " s while it was "
            + progress.step()
            + ", and is abandoned (exit-limit)";
    Report report = judged;
    if (report == null) {
      ending.tellNoJudgement(why, again());
      ending.endByNoJudgement();
    } else if (report.failures() > 0) {
      ending.tellLeak("there are leaks; " + why, again());
      ending.endByLeak();
    } else {
      Console.line("no leak; " + why + "; " + again());
      conclude(report);
    }
  }

  private void dump() {
    Throwable thrown = null;
    try {
      Probe.unseen(judging);
    } catch (Throwable e) {
      thrown = e;
    }
    Report report = judged;
    if (report == null) {
      tellFailed(thrown == null ? unreadable : thrown);
      ending.endByNoJudgement();
    } else {
      conclude(report);
    }
    ended = true;
  }

  /** Does not return if the status is to be another. */
  private void conclude(Report report) {
    if (report.failures() > 0) {
      tellLeak(report);
      ending.endByLeak();
    } else if (report.confidence().damaged()) {
      tellNoJudgement("the ledger is damaged");
      ending.endByNoJudgement();
    } else if (!report.confidence().unrecorded().isEmpty()) {
      tellNoJudgement(String.join("; ", report.confidence().unrecorded()));
      ending.endByNoJudgement();
    }
  }

  private void judge() {
    reserve.releaseDescriptors();
    lastRecords.write();
    progress.begin("reading the ledger");
    Probe.stop();
    if (!HooksAtWork.haveEnded()) {
      ledger.gap(Gap.HOOKS_AT_WORK);
    }
    ledger.ended();
    Report report;
    try {
      LedgerImage image = LedgerReader.readOwn(ledger.content(), files.ledger());
      progress.begin("judging");
      report = Analysis.of(image, housekeeping.findable(analysisOptions.get()));
    } catch (IOException e) {
      unreadable = e;
      return;
    }
    // What is thrown from here on finds a judgement that stands.
    judged = report;
    targets.write(report, Housekeeping.isWanted(report));
    progress.begin("tidying up");
    try {
      UnmatchedRules.tell(rules, options);
      housekeeping.settle(report);
    } catch (Throwable e) {
      LastRecords.tellTrouble("what earlier runs left could not be tidied up", e);
    }
  }

  private void tellFailed(@Nullable Throwable thrown) {
    reserve.releaseRest();
    try {
      ending.tellNoJudgement("the dump at exit failed (" + thrown + ")", own.told());
    } catch (Throwable e) {
      ending.tellFailed(thrown);
    }
  }

  /** Not again what a person has just read, unless it does not lead to where it should. */
  private void tellLeak(Report report) {
    try {
      if (ending.failsOnLeak() && !(ending.setsStatus() && targets.isOnStderr())) {
        ending.tellLeak(Headline.of(report), targets.isOnStderr() ? "" : targets.told());
      }
    } catch (Throwable e) {
      LastRecords.tellTrouble("there are leaks", e);
    }
  }

  /** The report says what is missing; this says what follows. */
  private void tellNoJudgement(String why) {
    try {
      if (ending.failsOnLeak()) {
        ending.tellNoJudgement(why, targets.told());
      }
    } catch (Throwable e) {
      ending.tellFailed(e);
    }
  }
}
