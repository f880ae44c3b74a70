package io.ttalloc.agent.exit;

import io.ttalloc.agent.exit.frames.EntryMethods;
import io.ttalloc.agent.exit.frames.FrameGuards;
import io.ttalloc.agent.loading.OwnContext;
import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.options.Policy;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.files.LedgerDirectory;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.OpenAtEnd;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.hook.Task;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The dump at exit, in this order:
 *
 * <ol>
 *   <li>If the counters say that none of the program's own resources is open, prints one line;
 *       nothing is read or judged.
 *   <li>Otherwise, runs a garbage collection and records what only this process knows: the
 *       statistics of allocators and the stacks of threads ({@link LastRecords}).
 *   <li>Searches the heap if a verdict may depend on it, ends the recording, and judges ({@link
 *       Judging}).
 *   <li>Writes the reports ({@link ReportTargets}), and deletes the ledger unless it is worth
 *       keeping ({@link Housekeeping}).
 * </ol>
 *
 * <p>With {@code fail-on=leak} the exit status is replaced if there is a leak, or if it is unknown
 * whether there is one. After a signal there is little time: the heap is not searched, and if only
 * the text on standard error was requested, the process ends after at most one second; the report
 * can still be made from the ledger.
 *
 * <p>Runs once, on a thread of its own, since the thread that ends the JVM may have used up its
 * stack; that thread waits. If a step that the judgement does not need fails, a line is printed and
 * the dump goes on. Any other failure ends the dump with one line.
 */
public final class ExitDump implements Runnable {
  private static final int STACK_BYTES = 1 << 20;

  /** The time limit, in seconds, for a dump that makes no progress; only tests set the property. */
  private static final int LIMIT_SECONDS = Integer.getInteger("tt-alloc.exit-limit", 60);

  /**
   * The time limit, in seconds, if the user has requested a heap search; it is the same for heaps
   * of any size.
   */
  private static final int HEAP_LIMIT_SECONDS = 600;

  /**
   * The time limit, in seconds, for a dump after a signal if only the text was requested; only
   * tests set the property.
   */
  private static final int SIGNAL_LIMIT_SECONDS = Integer.getInteger("tt-alloc.signal-limit", 1);

  private final Options options;
  private final int limitSeconds;
  private final Supplier<AnalysisOptions> analysisOptions;
  private final MatchedRules rules;
  private final LedgerWriter ledger;
  private final StatisticsSampler statistics;
  private final LedgerFiles files;
  private final LastRecords lastRecords;
  private final OwnLedger own;
  private final ReportTargets targets;
  private final Housekeeping housekeeping;
  private final DumpProgress progress;
  private final Judging reading;
  private final ExitReserve reserve = ExitReserve.take();
  private final ExitTask registered = new ExitTask(this);

  private final Task judging = this::judge;
  private final Thread thread =
      new Thread(OwnContext.rootGroup(), this::dump, "tt-alloc-dump", STACK_BYTES, false);

  private volatile ExitStatus ending;
  private volatile boolean ended;
  private volatile boolean bySignal;

  /**
   * Whether none of the program's own resources was open, and the line that says so has been
   * written.
   */
  private volatile boolean clean;

  private @Nullable IOException unreadable;

  /**
   * Prepares for the exit. Nothing happens before {@link #register}.
   *
   * @param analysisOptions called once, at exit
   * @param ownsByConstructor see {@link EntryMethods}
   */
  public ExitDump(
      Options options,
      Supplier<AnalysisOptions> analysisOptions,
      MatchedRules rules,
      LedgerFiles files,
      LedgerLock lock,
      LedgerWriter ledger,
      StatisticsSampler statistics,
      Instrumentation instrumentation,
      Predicate<String> ownsByConstructor) {
    this.options = options;
    this.limitSeconds =
        options.recording().holders() == Options.Wanted.TRUE ? HEAP_LIMIT_SECONDS : LIMIT_SECONDS;
    this.analysisOptions = analysisOptions;
    this.rules = rules;
    this.files = files;
    this.ledger = ledger;
    this.statistics = statistics;
    HeapRoom room = HeapRoom.ofThisJvm();
    this.lastRecords =
        new LastRecords(
            ledger,
            new LastCollection(options.recording().holders() == Options.Wanted.TRUE),
            statistics,
            new FrameGuards(instrumentation));
    this.own = OwnLedger.at(files.ledger());
    this.progress = new DumpProgress(limitSeconds);
    this.reading =
        new Judging(
            ledger,
            files.ledger(),
            new HeapLook(
                instrumentation, options.recording().holders(), limitSeconds, room.isTight(), true),
            new EntryMethods(instrumentation, ledger, ownsByConstructor),
            progress,
            room);
    this.housekeeping = new Housekeeping(files, lock, own);
    this.targets = new ReportTargets(options.output(), own, progress, housekeeping);
    this.ending = ending(true);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
  }

  private ExitStatus ending(boolean last) {
    return new ExitStatus(options.policy(), last, ledgerUnseen());
  }

  /**
   * Returns the command that creates the report later, for use in a message. Does not access the
   * ledger, since access to that file may be what is stuck.
   */
  private String again() {
    return "'"
        + LauncherCommand.ofThisProcess()
        + " dump "
        + files.ledger()
        + "' reports what was recorded";
  }

  /** A phrase about the ledger for a message. Does not access the file. */
  private String ledgerUnseen() {
    return "the ledger was " + files.ledger();
  }

  /** Registers the dump to run at exit. */
  public void register() {
    if (!ShutdownOrder.registerLast(registered)) {
      ending = ending(false);
      AgentLog.of("exit")
          .info(
              "no late shutdown slot is free, so the dump will run at the same time as other shutdown hooks");
      if (options.policy().replacesStatus()) {
        ShutdownOrder.warnThatTheStatusStays();
      }
      Runtime.getRuntime().addShutdownHook(new Thread(registered, "tt-alloc-exit"));
    }
  }

  /**
   * Cancels the registration for good, and closes the reserved file descriptors.
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

  /**
   * Runs the dump. Whatever fails, the process does not exit as if it had been found free of leaks.
   */
  @Override
  public void run() {
    boolean stuck = false;
    try {
      stuck = !dumpInTime();
    } catch (Throwable e) {
      // Ignored: the code below checks only whether the dump has ended.
    }
    if (ended) {
      return;
    }
    try {
      abandon(stuck);
    } catch (Throwable e) {
      ending.printFailure(e);
      ending.endByNoJudgement();
    }
  }

  /** Runs the dump with a time limit. Returns whether it has ended, successfully or not. */
  private boolean dumpInTime() {
    reserve.releaseHeap();
    try {
      // Not called before the reserve is released, because the heap may be full until then.
      bySignal = ShutdownSignal.hasBegunThis();
    } catch (LinkageError | VirtualMachineError e) {
      // If a class is missing or memory has run out, the dump reports it.
    }
    Console.beginEnd();
    progress.begin("collecting garbage");
    try {
      thread.start();
    } catch (Throwable e) {
      // No more threads can be created, or this thread has no stack left to start one.
      dump();
      return true;
    }
    return progress.await(thread, isHurried() ? SIGNAL_LIMIT_SECONDS : Integer.MAX_VALUE);
  }

  /**
   * Whether a signal ends the process, and the user requested only the text that every run prints
   * at its end.
   */
  private boolean isHurried() {
    return bySignal
        && !options.policy().replacesStatus()
        && options.recording().holders() != Options.Wanted.TRUE
        && targets.areOnlyStderr();
  }

  /**
   * Ends a dump that is stuck or has failed. A judgement that has been reached applies, even if its
   * report is missing.
   */
  private void abandon(boolean stuck) {
    Report report = reading.judged();
    if (!stuck) {
      ending.printFailure(null);
      ending.endByNoJudgement();
      return;
    }
    if (isHurried()) {
      leaveToLater(report);
      return;
    }
    reportStuck(report);
    if (report == null) {
      ending.endByNoJudgement();
    } else if (report.failures() > 0) {
      ending.endByLeak();
    } else {
      ending.conclude(report, targets);
    }
  }

  /**
   * Leaves the judgement to a later command, which finds everything that it needs in the ledger,
   * except what was not recorded in time.
   */
  private void leaveToLater(@Nullable Report report) {
    if (report == null) {
      ledger.gap(Gap.CALLS_UNKNOWN);
      reading.endRecording();
    }
    Console.line("judged later: " + laterCommand());
  }

  private String laterCommand() {
    Path directory = files.ledger().toAbsolutePath().getParent();
    boolean byProcessId = LedgerDirectory.defaults().contains(directory);
    return LauncherCommand.ofThisProcess()
        + " dump "
        + (byProcessId ? Long.toString(ProcessHandle.current().pid()) : files.ledger());
  }

  private void reportStuck(@Nullable Report report) {
    try {
      String why =
          "the dump at exit has made no progress for "
              + limitSeconds
              + " s while "
              + progress.step()
              + ", so it is abandoned";
      if (report == null) {
        ending.printNoJudgement(why, again());
      } else if (report.failures() > 0) {
        ending.printLeak("there are leaks; " + why, again());
      } else {
        Console.line("no leak; " + why + "; " + again());
      }
    } catch (Throwable e) {
      if (report == null) {
        ending.printFailure(e);
      } else {
        LastRecords.printTrouble("the dump at exit was abandoned", e);
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
    if (clean) {
      ended = true;
      return;
    }
    if (report == null) {
      printFailure(thrown == null ? unreadable : thrown);
      ending.endByNoJudgement();
    } else {
      ending.conclude(report, targets);
    }
    ended = true;
  }

  private void judge() {
    reserve.releaseDescriptors();
    rules.giveUpUnseen();
    if (endsClean()) {
      return;
    }
    lastRecords.write(bySignal, isHurried());
    AnalysisOptions chosen;
    try {
      chosen = housekeeping.findable(analysisOptions.get());
    } catch (RuntimeException | Error e) {
      reading.endRecording();
      throw e;
    }
    Report report;
    try {
      report = reading.judge(chosen, bySignal);
    } catch (IOException e) {
      unreadable = e;
      return;
    }
    // From here on, the judgement applies, even if writing the report fails.
    targets.write(report, Housekeeping.isWanted(report));
    tidyUp(Housekeeping.isWanted(report));
  }

  /**
   * Ends a run that left none of its own resources open and has nothing else to report, so that no
   * thread, allocator or heap has to be examined. Resources opened from now on count as opened
   * during the exit. Returns false for any other run.
   */
  private boolean endsClean() {
    boolean plain =
        targets.areBrief()
            && statistics.isEmpty()
            && options.policy().failOn() != Policy.FailOn.NOT_UNDERSTOOD
            && options.policy().suppress().isEmpty()
            && !Files.exists(files.marks());
    if (!plain) {
      return false;
    }
    // Also records what hooks could not record at once, such as the number of dropped events.
    int unused = Probe.recordCollected();
    OpenAtEnd open = ledger.openAtEnd();
    if (!open.isClean()) {
      return false;
    }
    reading.endRecording();
    targets.writeClean(CleanRun.line(open));
    clean = true;
    tidyUp(false);
    return true;
  }

  private void tidyUp(boolean keep) {
    progress.begin("tidying up");
    try {
      UnmatchedRules.report(rules, options);
      housekeeping.settle(keep);
      rules.saveWoven();
    } catch (Throwable e) {
      LastRecords.printTrouble("the cleanup at exit was not completed", e);
    }
  }

  private void printFailure(@Nullable Throwable thrown) {
    reserve.releaseRest();
    try {
      String why =
          thrown instanceof HeapRoom.TooSmallException noRoom
              ? noRoom.getMessage()
              : Reason.of(thrown);
      ending.printNoJudgement("the dump at exit failed (" + why + ")", own.description());
    } catch (Throwable e) {
      ending.printFailure(thrown);
    }
  }
}
