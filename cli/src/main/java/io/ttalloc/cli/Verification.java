package io.ttalloc.cli;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.dump.Judgement;
import io.ttalloc.cli.dump.LedgerReports;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.ShellWords;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The judgement on all JVMs that one command started.
 *
 * @param judged in the order of process ids as texts
 * @param lost those without a report
 */
record Verification(List<Judged> judged, List<Lost> lost) {
  /** A JVM's ledger and the report on it. */
  record Judged(Path ledger, Report report) {

    Judgement judgement() {
      return Judgement.of(report);
    }

    String name() {
      return judgement().process();
    }

    /** The command that gives its report. */
    String dump() {
      return LauncherCommand.ofThisProcess() + " dump " + ShellWords.quoted(ledger.toString());
    }

    boolean isRunning() {
      return report.process().ended() == ProcessEntry.Ended.RUNNING;
    }

    /** {@code 4 leaks, 1 NEW}. */
    String leaks() {
      return Verification.leaks(
          report.leaks(), report.effects().gone() == null ? report.leaks() : report.failures());
    }
  }

  /**
   * A JVM without a report.
   *
   * @param why the reason, including what was expected
   */
  record Lost(String name, String why, boolean isRunning) {

    private static Lost of(LedgerFiles files, String why) {
      boolean runs;
      try {
        runs = LedgerLock.isHeld(files.lock());
      } catch (IOException e) {
        runs = true;
      }
      String pid = files.pid().isPresent() ? "pid " + files.pid().getAsLong() : "a JVM";
      return new Lost(pid, why, runs);
    }
  }

  /**
   * Judges every ledger of a directory.
   *
   * @throws CommandFailure the directory cannot be read
   */
  static Verification of(Path directory, AnalysisOptions options) {
    List<Judged> judged = new ArrayList<>();
    List<Lost> lost = new ArrayList<>();
    try (Progress progress = Progress.onTerminal()) {
      List<LedgerFiles> all = LedgerFiles.list(directory);
      for (LedgerFiles files : all) {
        progress.ledger(judged.size() + lost.size() + 1, all.size());
        Path ledger = files.ledger();
        try {
          judged.add(new Judged(ledger, LedgerReports.read(ledger, options, progress)));
        } catch (CommandFailure e) {
          lost.add(Lost.of(files, "has no ledger that can be read: " + e.getMessage()));
        }
      }
      for (LedgerFiles files : LedgerFiles.listWithoutLedger(directory)) {
        lost.add(Lost.of(files, "has no ledger any more, expected " + files.ledger()));
      }
    } catch (IOException e) {
      throw new CommandFailure("%s cannot be read: %s".formatted(directory, e), e);
    }
    return new Verification(List.copyOf(judged), List.copyOf(lost));
  }

  boolean isRunning() {
    return judged.stream().anyMatch(Judged::isRunning) || lost.stream().anyMatch(Lost::isRunning);
  }

  /** Whether nothing was tracked. */
  boolean isEmpty() {
    return judged.isEmpty() && lost.isEmpty();
  }

  /** The JVMs with leaks that make the command fail. */
  List<Judged> leaking() {
    return judged.stream().filter(one -> one.report().failures() > 0).toList();
  }

  /**
   * The processes that were not tracked completely or to their end, so that a leak may be missing:
   * each with the reason, and how to get its report.
   */
  List<String> unjudged() {
    List<String> all = new ArrayList<>();
    for (Lost one : lost) {
      all.add(one.name() + " " + one.why());
    }
    for (Judged one : judged) {
      String doubt = one.judgement().doubt();
      if (doubt != null) {
        all.add("%s %s; %s".formatted(one.name(), doubt, one.dump()));
      }
    }
    return all;
  }

  /** {@code 2 JVMs}. */
  String jvms() {
    return Numbers.counted(judged.size() + lost.size(), "JVM");
  }

  /** {@code 4 leaks, 1 NEW}: as in the first line of a report, which counts known leaks, too. */
  String leaks() {
    long leaks = judged.stream().mapToLong(one -> one.report().leaks()).sum();
    boolean compared = judged.stream().anyMatch(one -> one.report().effects().gone() != null);
    return leaks(leaks, compared ? failures() : leaks);
  }

  private static String leaks(long leaks, long failures) {
    String more =
        failures == leaks
            ? ""
            : failures == 0 ? ", all KNOWN" : ", " + Numbers.grouped(failures) + " NEW";
    return Numbers.counted(leaks, "leak") + more;
  }

  private long failures() {
    return judged.stream().mapToLong(one -> one.report().failures()).sum();
  }

  /** {@code 2 JVMs, 118 opened, 118 closed, Active allocations: 0}: the words of the reports. */
  String totals() {
    Sums sums = new Sums();
    for (Judged one : judged) {
      sums.add(one.report());
    }
    // With leaks that are not known, their number is said before.
    boolean known = failures() == 0 && judged.stream().anyMatch(one -> one.report().leaks() > 0);
    return jvms()
        + ", "
        + Headline.openedAndClosed(sums.opened, sums.closed, sums.disowned)
        + Headline.hollow(sums.hollow)
        + (sums.suppressed == 0 ? "" : ", " + Numbers.grouped(sums.suppressed) + " suppressed")
        + (known ? ", " + leaks() : "")
        + ", Active allocations: "
        + Headline.active(sums.addressed, sums.regions, sums.handles, sums.withoutBytes)
        + Headline.systemsOwn(sums.systemsOwn);
  }

  /** Sums over reports. */
  private static final class Sums {
    private long opened;
    private long closed;
    private long disowned;
    private long hollow;
    private boolean addressed;
    private long regions;
    private long handles;
    private long withoutBytes;
    private long suppressed;

    /** The open resources of a clean report: all of them are the system's. */
    private long systemsOwn;

    private void add(Report report) {
      Totals totals = report.totals();
      opened += totals.opened();
      closed += totals.closed();
      disowned += totals.disowned();
      suppressed += report.suppressed();
      if (report.isClean()) {
        hollow += totals.hollow();
        systemsOwn += report.found();
        return;
      }
      addressed |= totals.addressed();
      regions += totals.use().regions();
      handles += totals.use().handles();
      withoutBytes += totals.withoutBytes();
    }
  }
}
