package io.ttalloc.agent.exit;

import io.ttalloc.agent.exit.frames.FrameGuards;
import io.ttalloc.agent.exit.frames.RunningFrames;
import io.ttalloc.agent.exit.frames.TimedTask;
import io.ttalloc.agent.exit.frames.VirtualThreadStacks;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import io.ttalloc.probe.hook.Task;
import java.util.concurrent.TimeUnit;

/**
 * Writes the last records into the ledger: resources that the collector has found unreachable,
 * allocator statistics, the stacks of the threads, and which of their frames are inside try
 * statements. The judgement is possible without any of them; if one is missing, a line says so or
 * the confidence is lower. Used only by the thread of the dump.
 */
final class LastRecords {
  /**
   * The time limit for application code if a signal requires the process to end as soon as
   * possible.
   */
  private static final long HURRIED_MILLIS = 100;

  /** The time limit for application code in all other cases, long enough even on a busy machine. */
  private static final long PATIENT_MILLIS = 5_000;

  /**
   * The maximum time within either limit for allocator statistics: the methods that return them may
   * block forever.
   */
  private static final long SAMPLING_MILLIS = 1_000;

  private final LedgerWriter ledger;
  private final LastCollection collection;
  private final StatisticsSampler statistics;
  private final FrameGuards guards;
  private final Task sampling;

  LastRecords(
      LedgerWriter ledger,
      LastCollection collection,
      StatisticsSampler statistics,
      FrameGuards guards) {
    this.ledger = ledger;
    this.collection = collection;
    this.statistics = statistics;
    this.sampling = statistics::sample;
    this.guards = guards;
  }

  /**
   * Writes the records.
   *
   * @param bySignal whether a signal ends the process
   * @param hurried whether the process must end as soon as possible
   */
  void write(boolean bySignal, boolean hurried) {
    collect(bySignal);
    statistics.beginLast();
    long begin = System.nanoTime();
    long budget = hurried ? HURRIED_MILLIS : PATIENT_MILLIS;
    sampleInTime(Math.min(SAMPLING_MILLIS, budget));
    RunningFrames frames = new RunningFrames();
    recordThreads(frames);
    noteCutStacks();
    recordVirtualThreads(frames);
    long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    recordGuards(frames, Math.max(1, budget - spent));
  }

  private void collect(boolean bySignal) {
    try {
      collection.endWatching();
      Gap unknown = collection.run(mayChangeByCollection(), bySignal);
      if (unknown != null) {
        ledger.gap(unknown);
      }
    } catch (OutOfMemoryError e) {
      ledger.gap(Gap.NOT_COLLECTED);
    }
  }

  /**
   * Whether a collection can change the report. If everything is closed and no allocator has
   * statistics, what the Cleaners have freed makes no difference.
   */
  private boolean mayChangeByCollection() {
    return ledger.isAnyOpen() || !statistics.isEmpty();
  }

  /**
   * Samples allocator statistics on a separate thread: the methods that return them may wait for a
   * lock that is never released, and the JVM must still exit.
   */
  private void sampleInTime(long millis) {
    if (statistics.isEmpty()) {
      return;
    }
    try {
      if (!TimedTask.run("tt-alloc-statistics", this::sample, millis)) {
        Console.line(
            "the allocator's statistics were not available within "
                + millis
                + " ms; they are missing from the report");
      }
    } catch (Throwable e) {
      // Interrupted, or there was no memory for the thread.
      printTrouble("the allocator's statistics could not be requested", e);
    }
  }

  private void sample() {
    try {
      Probe.unseen(sampling);
    } catch (Throwable e) {
      printTrouble("the allocator's statistics could not be read", e);
    }
  }

  /**
   * Records collected resources and the stacks of threads. A failure may change verdicts, so it is
   * recorded in the ledger.
   */
  private void recordThreads(RunningFrames frames) {
    try {
      Probe.recordCollected();
      Probe.recordThreads().forEach(frames::add);
    } catch (OutOfMemoryError | StackOverflowError e) {
      ledger.hookError();
    }
  }

  /**
   * Records a gap if stacks are cut: without whole stacks it is unknown whether the opening calls
   * have returned.
   */
  private void noteCutStacks() {
    try {
      if (ledger.isAnyOpen() && areStacksCut()) {
        ledger.gap(Gap.STACKS_CUT);
      }
    } catch (OutOfMemoryError | StackOverflowError e) {
      // If there is too little heap or stack for this check, there is too little for a report, too.
    }
  }

  /**
   * Whether this JVM records fewer frames of a stack than a ledger has room for, because of {@code
   * -XX:MaxJavaStackTraceDepth} or {@code -XX:-StackTraceInThrowable}. These options cannot be
   * queried without the module jdk.management, so this method counts the recorded frames of a deep
   * stack instead.
   */
  private static boolean areStacksCut() {
    return below(RecordLayout.MAX_FRAMES).getStackTrace().length < RecordLayout.MAX_FRAMES;
  }

  private static Throwable below(int calls) {
    return calls == 0 ? new Throwable() : below(calls - 1);
  }

  private void recordVirtualThreads(RunningFrames frames) {
    try {
      if (!Probe.sawVirtualThreads() || !ledger.isAnyOpen()) {
        return;
      }
      if (!Diagnostics.areMissing()) {
        VirtualThreadStacks.record(frames);
        return;
      }
      Console.line(
          "cannot read the stacks of virtual threads: "
              + Diagnostics.expected()
              + "; resources that these threads would have closed may be reported as LEFT_OPEN");
    } catch (Throwable e) {
      // Possible causes are a JDK before 21 in which virtual threads are a preview feature, a full
      // disk, or a lack of memory.
      printTrouble("the stacks of virtual threads could not be read", e);
    }
    frames.lackSome();
  }

  private void recordGuards(RunningFrames frames, long millis) {
    try {
      if (ledger.isAnyOpen()) {
        guards.record(ledger, frames, millis);
      }
    } catch (Throwable e) {
      // Interrupted, or out of memory.
      printTrouble("the try statements of the methods running at exit could not be determined", e);
      ledger.gap(Gap.CALLS_UNKNOWN);
    }
  }

  /** Reports a failure that does not prevent a judgement. */
  static void printTrouble(String what, Throwable why) {
    try {
      Console.line(what + " (" + Reason.of(why) + ")");
    } catch (Throwable e) {
      // There is no memory to report it.
    }
  }
}
