package io.ttalloc.watch;

import io.ttalloc.ledger.watch.EventLimits;
import io.ttalloc.watch.ledgers.ProcessState;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Watches the processes that write ledgers into some directories. Each call of {@link #next} reads
 * their counters and judges the processes that have changed: first all processes that have ended
 * since the previous call, however long this takes; then the others, the least recently judged
 * first, within the budget and for about a second. The budget is processor time: on a busy machine
 * a report takes longer, but uses no more processor time. Not thread-safe.
 */
public final class MachineWatch implements Closeable {
  private static final long SECOND = 1_000_000_000L;

  /**
   * The time between two listings of the directories. If the state is read twice a second, a new
   * process is noticed within a second.
   */
  private static final long LIST_NANOS = SECOND / 2;

  /**
   * The time after which a call of {@link #next} starts no more reports, so that the end of a
   * process is noticed soon.
   */
  private static final long JUDGING_NANOS = SECOND;

  private final WatchedFolders folders;
  private final InstantSource wallClock;
  private final LongSupplier nanoTime;
  private final LongSupplier processorNanos;
  private final AnalysisBudget budget;
  private final Map<Path, ProcessWatch> watches = new HashMap<>();

  /** The last reported state of each process, so that each change is reported only once. */
  private final Map<Path, ProcessState> reported = new HashMap<>();

  /**
   * The ledgers of processes that ended before the watch began. Reports on them are not urgent, and
   * there may be many.
   */
  private final Set<Path> endedBefore = new HashSet<>();

  private EventLimits eventsOfEach = EventLimits.NONE;
  private long listedNanos;
  private boolean listed;
  private boolean hasRead;

  /**
   * Creates a watch that has read nothing yet.
   *
   * @param folders the directories of ledgers; they need not exist
   * @param analysisShare the share of one processor that may be used for judging, greater than 0
   *     and at most 1
   * @throws IOException if it cannot be determined which ledgers belong to this user
   */
  public MachineWatch(List<Path> folders, double analysisShare) throws IOException {
    this(folders, analysisShare, ReportDigest.MAX_SITES);
  }

  /**
   * Creates a watch that keeps a limited number of sites and has read nothing yet.
   *
   * @param maxSites the maximum number of sites to keep from each report
   */
  public MachineWatch(List<Path> folders, double analysisShare, int maxSites) throws IOException {
    this(
        WatchedFolders.ofThisUser(folders, maxSites),
        analysisShare,
        InstantSource.system(),
        System::nanoTime,
        ProcessorTime::ofThisThread);
  }

  MachineWatch(
      WatchedFolders folders,
      double analysisShare,
      InstantSource wallClock,
      LongSupplier nanoTime,
      LongSupplier processorNanos) {
    this.folders = folders;
    this.wallClock = wallClock;
    this.nanoTime = nanoTime;
    this.processorNanos = processorNanos;
    this.budget = new AnalysisBudget(analysisShare, nanoTime.getAsLong());
  }

  /**
   * Makes every later reading also read events.
   *
   * @param ofEach the maximum number of events to keep for each process and reading; the latest
   *     ones are kept
   */
  public void readEvents(EventLimits ofEach) {
    eventsOfEach = ofEach;
  }

  /** Returns the events of the processes between the last two readings. */
  public List<ProcessEvents> events() {
    List<ProcessEvents> all = new ArrayList<>();
    for (ProcessWatch watch : watches.values()) {
      ProcessEvents events = watch.events();
      if (events != null) {
        all.add(events);
      }
    }
    all.sort(Comparator.comparingLong(ProcessEvents::pid));
    return all;
  }

  /** Reads the counters, and returns the open resources, judged as far as the budget allows. */
  public MachineState next() {
    read();
    judge();
    return state();
  }

  /**
   * Returns the open resources, with a current report on every process.
   *
   * @param progress called before each report with the number of the ledger and the total number
   */
  public MachineState judged(BiConsumer<Long, Long> progress) {
    read();
    List<ProcessWatch> waiting = waiting(true);
    long number = 0;
    for (ProcessWatch watch : waiting) {
      progress.accept(++number, (long) waiting.size());
      judge(watch, nanoTime.getAsLong());
    }
    return state();
  }

  private void read() {
    long now = nanoTime.getAsLong();
    if (!listed || now - listedNanos >= LIST_NANOS) {
      if (folders.mayHaveChanged(watches.keySet())) {
        watches.values().removeIf(this::giveUpReplaced);
        folders.list(watches);
      }
      listed = true;
      listedNanos = now;
    }
    watches.values().removeIf(watch -> isOver(watch) || !isRead(watch, now));
    if (!hasRead) {
      watches.values().stream()
          .filter(watch -> watch.state() != ProcessState.RUNNING)
          .forEach(watch -> endedBefore.add(watch.ledger()));
      hasRead = true;
    }
    endedBefore.retainAll(watches.keySet());
  }

  /**
   * Closes a watch if its ledger was replaced, which means that a new process whose ledger has the
   * same name is starting. Returns whether the ledger was replaced.
   */
  private boolean giveUpReplaced(ProcessWatch watch) {
    boolean replaced = watch.isReplaced();
    if (replaced) {
      reported.remove(watch.ledger());
      endedBefore.remove(watch.ledger());
      closeQuietly(watch);
    }
    return replaced;
  }

  /** Whether the ledger of a process was deleted and the end of the process has been reported. */
  private boolean isOver(ProcessWatch watch) {
    return watch.isDeleted()
        && watch.state() != ProcessState.RUNNING
        && reported.get(watch.ledger()) == watch.state();
  }

  private boolean isRead(ProcessWatch watch, long now) {
    try {
      watch.read(now, eventsOfEach);
      return true;
    } catch (IOException | OutOfMemoryError e) {
      folders.unreadable(watch.ledger(), e);
      closeQuietly(watch);
      return false;
    }
  }

  /** The watches that need a report, the most urgent first. */
  private List<ProcessWatch> waiting(boolean all) {
    List<ProcessWatch> waiting = new ArrayList<>();
    long now = nanoTime.getAsLong();
    for (ProcessWatch watch : watches.values()) {
      if (watch.needsReport() && (all || !watch.rests(now))) {
        waiting.add(watch);
      }
    }
    // With this order, no watch waits forever: between two reports on a busy process, all others
    // are judged.
    waiting.sort(
        Comparator.comparing((ProcessWatch watch) -> !hasJustEnded(watch))
            .thenComparing(watch -> !isNew(watch))
            .thenComparingLong(ProcessWatch::judgedNanos)
            .thenComparing(ProcessWatch::state));
    return waiting;
  }

  /**
   * Judges all processes that have ended since the previous call, and other processes as far as the
   * budget allows.
   */
  private void judge() {
    long begin = nanoTime.getAsLong();
    for (ProcessWatch watch : waiting(false)) {
      long now = nanoTime.getAsLong();
      boolean inTime = now - begin < JUDGING_NANOS && budget.allows(now);
      if (!inTime && !hasJustEnded(watch)) {
        return;
      }
      long before = processorNanos.getAsLong();
      judge(watch, now);
      budget.spend(processorNanos.getAsLong() - before);
    }
  }

  private boolean hasJustEnded(ProcessWatch watch) {
    return watch.awaitsLastReport() && !endedBefore.contains(watch.ledger());
  }

  private static boolean isNew(ProcessWatch watch) {
    return watch.state() == ProcessState.RUNNING && watch.judgedNanos() == 0;
  }

  private void judge(ProcessWatch watch, long now) {
    try {
      watch.judge(wallClock.instant(), now);
      folders.readable(watch.ledger());
    } catch (IOException | OutOfMemoryError e) {
      // Usually the process has just ended and deleted its ledger, which the next listing will
      // show.
      folders.unreadable(watch.ledger(), e);
    }
  }

  private MachineState state() {
    List<ProcessView> views = new ArrayList<>();
    for (ProcessWatch watch : watches.values()) {
      views.add(watch.view());
    }
    views.sort(ProcessView.IN_ORDER);
    List<ProcessDevice> devices = new ArrayList<>();
    for (ProcessView view : views) {
      if (view.state() == ProcessState.RUNNING) {
        view.devices().forEach(use -> devices.add(new ProcessDevice(view.pid(), use)));
      }
    }
    return new MachineState(
        wallClock.instant(),
        views,
        devices,
        changes(views),
        folders.omitted(),
        folders.ofOthers(),
        folders.problems());
  }

  private List<ProcessChange> changes(List<ProcessView> views) {
    List<ProcessChange> changes = new ArrayList<>();
    for (ProcessView view : views) {
      ProcessState before = reported.put(view.ledger(), view.state());
      if (before != view.state()) {
        changes.add(new ProcessChange(view, view.state()));
      }
    }
    reported.keySet().retainAll(watches.keySet());
    return changes;
  }

  @Override
  public void close() {
    watches.values().forEach(MachineWatch::closeQuietly);
    watches.clear();
  }

  static void closeQuietly(ProcessWatch watch) {
    try {
      watch.close();
    } catch (IOException e) {
      // Can be ignored, because the files were only read.
    }
  }
}
