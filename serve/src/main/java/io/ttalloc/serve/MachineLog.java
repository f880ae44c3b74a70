package io.ttalloc.serve;

import io.ttalloc.text.Numbers;
import io.ttalloc.text.ProgramName;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.ProcessChange;
import io.ttalloc.watch.ProcessEvents;
import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import io.ttalloc.watch.SiteUse;
import io.ttalloc.watch.ledgers.ProcessState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints the starts, events and ends of processes. Also prints what is open on the devices: every
 * ten seconds, and when it is known what an ended process left open. Not thread-safe.
 */
final class MachineLog {
  private static final Duration STATISTICS_INTERVAL = Duration.ofSeconds(10);
  private static final int SITES_TOLD = 5;

  /**
   * The length to which the names of programs and methods are shortened, since names may have
   * thousands of characters.
   */
  private static final int MAX_NAME_LENGTH = 120;

  private final Consumer<String> out;
  private final EventLines events;
  private @Nullable Instant lastStatistics;

  /**
   * Whether no state has been printed yet. Processes that have already ended in the first state did
   * not end while they were watched.
   */
  private boolean first = true;

  /** The problems that were printed. Each is printed only once while it lasts. */
  private final Set<String> toldProblems = new HashSet<>();

  /**
   * The ledgers of processes that ended while they were watched; ledgers that no longer exist are
   * removed.
   */
  private final Set<Path> ended = new HashSet<>();

  /** The ledgers that were reported as full and whose processes are still watched. */
  private final Set<Path> full = new HashSet<>();

  private final LastRuns lastRuns = new LastRuns();

  /** Processes whose end was logged before there was a final report. */
  private final List<ProcessView> unjudged = new ArrayList<>();

  /** Whether a process has ended since statistics were last printed. */
  private boolean someEnded;

  /** The number of native processes that had ended by the previous state. */
  private long nativesEnded;

  MachineLog(Consumer<String> out) {
    this.out = out;
    this.events = new EventLines(out);
  }

  /**
   * Prints what is new in a state.
   *
   * @param happened the events since the previous state
   */
  void print(MachineState state, List<ProcessEvents> happened, WatchedNatives natives) {
    problems(state.problems());
    // Events are printed after the starts and before the ends of processes, which is the order in
    // which they happen.
    changes(state, true);
    happened.forEach(events::print);
    state.processes().forEach(this::printIfFull);
    changes(state, false);
    first = false;
    unjudged.removeIf(process -> isTold(state, process));
    full.retainAll(state.processes().stream().map(ProcessView::ledger).toList());
    ended.retainAll(state.processes().stream().map(ProcessView::ledger).toList());
    long nativesEndedNow = natives.ended();
    someEnded |= nativesEndedNow != nativesEnded;
    nativesEnded = nativesEndedNow;
    Instant last = lastStatistics;
    if (last == null
        || (someEnded && unjudged.isEmpty())
        || Duration.between(last, state.at()).abs().compareTo(STATISTICS_INTERVAL) >= 0) {
      lastStatistics = state.at();
      someEnded = false;
      CurrentStatistics.lines(state, natives, ended).forEach(out);
    }
  }

  private void changes(MachineState state, boolean starts) {
    for (ProcessChange change : state.changes()) {
      if ((change.to() == ProcessState.RUNNING) == starts) {
        print(change);
      }
    }
  }

  private void printIfFull(ProcessView process) {
    if (process.pulse().cannotGrow() > 0
        && process.state() == ProcessState.RUNNING
        && full.add(process.ledger())) {
      out.accept(
          "⚠ [PID %d] the ledger cannot grow: resources opened from now on may be missing from reports"
              .formatted(process.pid()));
    }
  }

  private void problems(List<String> problems) {
    for (String problem : problems) {
      if (toldProblems.add(problem)) {
        out.accept("tt-alloc: " + VisibleText.of(problem));
      }
    }
    toldProblems.retainAll(problems);
  }

  private void print(ProcessChange change) {
    ProcessView process = change.process();
    String who = "[PID " + process.pid() + "] ";
    switch (change.to()) {
      case RUNNING -> out.accept("+ " + who + "is running: " + program(process));
      case KILLED ->
          out.accept(
              "! " + who + (first ? "was killed earlier: " : "was killed: ") + program(process));
      case DETACHED -> out.accept("- " + who + "is no longer tracked: " + program(process));
      default ->
          out.accept("- " + who + (first ? "ended earlier: " : "has ended: ") + program(process));
    }
    if (change.to() == ProcessState.RUNNING) {
      ended.remove(process.ledger());
      return;
    }
    someEnded = true;
    if (!process.deleted()) {
      unjudged.add(process);
      if (!first && change.to() != ProcessState.DETACHED) {
        ended.add(process.ledger());
      }
    }
  }

  /**
   * Prints what an ended process left open, if its final report exists. Returns whether nothing
   * remains to be printed about the process.
   */
  private boolean isTold(MachineState state, ProcessView ended) {
    ProcessView now = null;
    for (ProcessView process : state.processes()) {
      now = process.ledger().equals(ended.ledger()) ? process : now;
    }
    if (now == null || now.deleted()) {
      return true;
    }
    ReportDigest digest = now.digest();
    if (digest == null || !digest.reading().isFinal()) {
      return false;
    }
    out.accept("  [PID " + now.pid() + "] " + VisibleText.of(digest.sums().headline()));
    for (SiteUse site : digest.sites().subList(0, Math.min(SITES_TOLD, digest.sites().size()))) {
      out.accept("    " + line(site));
    }
    long more = digest.sites().size() + digest.omittedSites() - SITES_TOLD;
    if (more > 0) {
      out.accept("    and " + Numbers.counted(more, "more entry") + ": tt-alloc dump " + now.pid());
    }
    if (this.ended.contains(now.ledger())) {
      lastRuns.compare(now).forEach(line -> out.accept("    " + line));
    }
    return true;
  }

  private static String line(SiteUse site) {
    String bytes = site.entry().bytes() > 0 ? ", " + Numbers.bytes(site.entry().bytes()) : "";
    return site.entry().group().name()
        + ": "
        + Numbers.grouped(site.entry().count())
        + " open"
        + bytes
        + ", at "
        + shown(site.entry().title());
  }

  private static String program(ProcessView process) {
    return shown(ProgramName.of(process.pulse().process().command()));
  }

  private static String shown(String name) {
    return ProgramName.shortened(VisibleText.of(name), MAX_NAME_LENGTH);
  }

  /** The ledgers of processes that ended while they were watched. */
  Set<Path> ended() {
    return Set.copyOf(ended);
  }
}
