package io.ttalloc.agent.exit;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.MatchedRules;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.LedgerWriter;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.Task;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The dump at exit: collects garbage, samples statistics, reads and judges the ledger, writes
 * reports, and keeps the ledger only if there is something to see in it. With {@code fail-on=leak}
 * the exit status is replaced if there is a leak, or if it is unknown whether there is one.
 *
 * <p>Runs once, on a thread of its own while the one that ends the JVM waits: the stack of that one
 * may be used up. A step that the judgement does not need may fail, with a line; any other failure
 * ends the dump with one line.
 */
public final class ExitDump implements Runnable {
  private static final int STACK_BYTES = 1 << 20;

  /** How long a dump may make no progress; a property that only tests set says another time. */
  private static final int LIMIT_SECONDS = Integer.getInteger("tt-alloc.exit-limit", 60);

  /** The same if the user asks for a look into the heap, whatever its size. */
  private static final int HEAP_LIMIT_SECONDS = 600;

  private final Options options;
  private final int limitSeconds;
  private final Supplier<AnalysisOptions> analysisOptions;
  private final MatchedRules rules;
  private final LedgerFiles files;
  private final LastRecords lastRecords;
  private final OwnLedger own;
  private final ReportTargets targets;
  private final Housekeeping housekeeping;
  private final DumpProgress progress;
  private final LastReading reading;
  private final ExitReserve reserve = ExitReserve.take();
  private final ExitTask registered = new ExitTask(this);

  // No lambdas: they would be linked at exit, when there may be no memory for that.
  private final Task judging =
      new Task() {
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
  private @Nullable IOException unreadable;

  /**
   * Prepares for the exit. Nothing happens before {@link #register}.
   *
   * @param analysisOptions asked once, at exit
   */
  public ExitDump(
      Options options,
      Supplier<AnalysisOptions> analysisOptions,
      MatchedRules rules,
      LedgerFiles files,
      LedgerLock lock,
      LedgerWriter ledger,
      StatisticsSampler statistics,
      Instrumentation instrumentation) {
    this.options = options;
    this.limitSeconds =
        options.holders() == Options.Wanted.TRUE ? HEAP_LIMIT_SECONDS : LIMIT_SECONDS;
    this.analysisOptions = analysisOptions;
    this.rules = rules;
    this.files = files;
    this.lastRecords =
        new LastRecords(
            ledger,
            new LastCollection(options.holders() == Options.Wanted.TRUE),
            statistics,
            new FrameGuards(instrumentation));
    this.own = OwnLedger.at(files.ledger());
    this.progress = new DumpProgress(limitSeconds);
    this.reading =
        new LastReading(
            ledger, files.ledger(), new HolderSearch(options.holders(), limitSeconds), progress);
    this.targets = new ReportTargets(options.dump(), own, progress);
    this.housekeeping = new Housekeeping(files, lock, own);
    this.ending = ending(true);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
  }

  private ExitStatus ending(boolean last) {
    return new ExitStatus(options.policy(), last, ledgerUnseen());
  }

  /** How to get the report later. Does not access the file, since that may be what is stuck. */
  private String again() {
    return "'"
        + LauncherCommand.ofThisProcess()
        + " dump "
        + files.ledger()
        + "' reports what it has";
  }

  /** Where the ledger was. Does not access the file. */
  private String ledgerUnseen() {
    return "its ledger was " + files.ledger();
  }

  /** Registers for the exit. */
  public void register() {
    if (!ShutdownOrder.registerLast(registered)) {
      ending = ending(false);
      AgentLog.of("exit").info("no late shutdown slot is free; the dump runs beside other hooks");
      if (options.policy().replacesStatus()) {
        ShutdownOrder.tellThatTheStatusStays();
      }
      Runtime.getRuntime().addShutdownHook(new Thread(registered, "tt-alloc-exit"));
    }
  }

  /**
   * Takes back the registration, for good, and releases what was reserved.
   *
   * @return false if the dump has begun
   */
  public boolean cancel() {
    if (!registered.cancel()) {
      return false;
    }
    reserve.releaseDescriptors();
    return true;
  }

  /** Whatever fails, the process does not end as if it were known to have no leak. */
  @Override
  public void run() {
    boolean stuck = false;
    try {
      stuck = !dumpInTime();
    } catch (Throwable e) {
      // Whether the dump has ended says all there is to know.
    }
    if (ended) {
      return;
    }
    try {
      abandon(stuck);
    } catch (Throwable e) {
      ending.tellFailed(e);
      ending.endByNoJudgement();
    }
  }

  /** Returns whether the dump is over, successfully or not. */
  private boolean dumpInTime() {
    reserve.releaseHeap();
    Console.beginEnd();
    progress.begin("collecting garbage");
    try {
      thread.start();
    } catch (Throwable e) {
      // No more threads can be created, or this one has no stack left to start one.
      dump();
      return true;
    }
    return progress.await(thread);
  }

  /** A judgement that has been reached applies, though its report may be missing. */
  private void abandon(boolean stuck) {
    Report report = reading.judged();
    if (!stuck) {
      ending.tellFailed(null);
      ending.endByNoJudgement();
      return;
    }
    tellStuck(report);
    if (report == null) {
      ending.endByNoJudgement();
    } else if (report.failures() > 0) {
      ending.endByLeak();
    } else {
      ending.conclude(report, targets);
    }
  }

  private void tellStuck(@Nullable Report report) {
    try {
      String why =
          "the dump at exit has made no progress for "
              + limitSeconds
              + " s while it was "
              + progress.step()
              + ", and is abandoned";
      if (report == null) {
        ending.tellNoJudgement(why, again());
      } else if (report.failures() > 0) {
        ending.tellLeak("there are leaks; " + why, again());
      } else {
        Console.line("no leak; " + why + "; " + again());
      }
    } catch (Throwable e) {
      if (report == null) {
        ending.tellFailed(e);
      } else {
        LastRecords.tellTrouble("the dump at exit was abandoned", e);
      }
    }
  }

  private void dump() {
    Throwable thrown = null;
    try {
      Probe.unseen(judging);
    } catch (Throwable e) {
      thrown = e;
    }
    Report report = reading.judged();
    if (report == null) {
      tellFailed(thrown == null ? unreadable : thrown);
      ending.endByNoJudgement();
    } else {
      ending.conclude(report, targets);
    }
    ended = true;
  }

  private void judge() {
    reserve.releaseDescriptors();
    rules.giveUpUnseen();
    lastRecords.write();
    AnalysisOptions chosen;
    try {
      chosen = housekeeping.findable(analysisOptions.get());
    } catch (RuntimeException | Error e) {
      reading.endRecording();
      throw e;
    }
    Report report;
    try {
      report = reading.judge(chosen);
    } catch (IOException e) {
      unreadable = e;
      return;
    }
    // Whatever is thrown from here on, the judgement applies.
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
      String why =
          thrown instanceof NoHeapRoomException noRoom ? noRoom.getMessage() : Reason.of(thrown);
      ending.tellNoJudgement("the dump at exit failed (" + why + ")", own.told());
    } catch (Throwable e) {
      ending.tellFailed(thrown);
    }
  }
}
