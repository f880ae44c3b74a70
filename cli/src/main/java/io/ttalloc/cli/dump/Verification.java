package io.ttalloc.cli.dump;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.fold.Totals;
import io.ttalloc.analysis.report.Headline;
import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.report.ReportSum;
import io.ttalloc.cli.arguments.CommandFailure;
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
 * The judgement on all JVMs whose ledgers are in the given directories, for example the JVMs that
 * one command started.
 *
 * @param directories the directories
 * @param judged the ledgers with reports, by directory, then by file name
 * @param lost the JVMs without a report
 */
public record Verification(List<Path> directories, List<Judged> judged, List<Lost> lost) {
  /** The ledger of a JVM, and the report on this JVM. */
  public record Judged(Path ledger, Report report) {

    Judgement judgement() {
      return Judgement.of(report);
    }

    public String name() {
      return judgement().process();
    }

    /** The command that prints the report of this ledger. */
    public String dump() {
      return LauncherCommand.ofThisProcess() + " dump " + ShellWords.quoted(ledger.toString());
    }

    boolean isRunning() {
      return report.process().ended() == ProcessEntry.Ended.RUNNING;
    }

    /** {@code 4 leaks, 1 NEW}. */
    public String leaks() {
      return Verification.leaks(
          report.leaks(), report.effects().gone() == null ? report.leaks() : report.failures());
    }
  }

  /**
   * A JVM without a report.
   *
   * @param why the reason why there is no report, and what was expected instead
   */
  public record Lost(String name, String why, boolean isRunning) {

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
   * Judges all JVMs with a ledger in the given directories.
   *
   * @throws CommandFailure if a directory cannot be read
   */
  public static Verification of(List<Path> directories, AnalysisOptions options) {
    List<Judged> judged = new ArrayList<>();
    List<Lost> lost = new ArrayList<>();
    try (Progress progress = Progress.onTerminal()) {
      for (Path directory : directories) {
        addAll(directory, options, progress, judged, lost);
      }
    }
    return new Verification(List.copyOf(directories), List.copyOf(judged), List.copyOf(lost));
  }

  private static void addAll(
      Path directory,
      AnalysisOptions options,
      Progress progress,
      List<Judged> judged,
      List<Lost> lost) {
    try {
      List<LedgerFiles> all = LedgerFiles.list(directory);
      for (int i = 0; i < all.size(); i++) {
        progress.ledger(i + 1, all.size());
        Path ledger = all.get(i).ledger();
        try {
          AnalysisOptions findable = options.at(ledger.toString());
          judged.add(new Judged(ledger, LedgerReports.read(ledger, findable, progress)));
        } catch (CommandFailure e) {
          lost.add(Lost.of(all.get(i), "has no ledger that can be read: " + e.getMessage()));
        }
      }
      for (LedgerFiles files : LedgerFiles.listWithoutLedger(directory)) {
        lost.add(Lost.of(files, "no longer has a ledger: " + files.ledger() + " is missing"));
      }
    } catch (IOException e) {
      throw new CommandFailure("%s cannot be read: %s".formatted(directory, e), e);
    }
  }

  public boolean isRunning() {
    return judged.stream().anyMatch(Judged::isRunning) || lost.stream().anyMatch(Lost::isRunning);
  }

  /** Whether nothing was tracked. */
  public boolean isEmpty() {
    return judged.isEmpty() && lost.isEmpty();
  }

  /**
   * Returns one report on all JVMs whose ledgers could be read; if only one could be read, this is
   * the report on that JVM.
   *
   * @throws CommandFailure if no ledger could be read
   */
  public Report report() {
    if (judged.isEmpty()) {
      throw new CommandFailure(
          lost.isEmpty()
              ? "no ledgers in " + named() + ", expected those of JVMs that ran with the agent"
              : lost.get(0).name() + " " + lost.get(0).why());
    }
    return ReportSum.of(
        judged.stream().map(Judged::report).toList(),
        new Report.Command(LauncherCommand.ofThisProcess(), named()));
  }

  /** The names of the directories, for messages. */
  private String named() {
    return String.join(" ", directories.stream().map(Path::toString).toList());
  }

  /** Returns the judgement for a command that fails if there is a leak. */
  Judgement judgement() {
    List<String> unjudged = unjudged();
    String doubt = null;
    if (!unjudged.isEmpty()) {
      boolean all = unjudged.size() == judged.size() + lost.size();
      long others = unjudged.size() - 1L;
      String more =
          others == 0
              ? ""
              : "; " + Numbers.counted(others, "more JVM") + " could not be judged either";
      doubt = "could not %sbe judged: %s%s".formatted(all ? "" : "all ", unjudged.get(0), more);
    }
    return new Judgement(jvms() + " in " + named(), failures(), doubt);
  }

  /** The JVMs with leaks that make the command fail. */
  public List<Judged> leaking() {
    return judged.stream().filter(one -> one.report().failures() > 0).toList();
  }

  /**
   * The processes that were not tracked completely or until their end, so that a leak may have been
   * missed. Each text names the process and gives the reason, and the command that prints the
   * report if there is one.
   */
  public List<String> unjudged() {
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
  public String jvms() {
    return Numbers.counted(judged.size() + lost.size(), "JVM");
  }

  /**
   * The number of leaks as in the first line of a report, including known leaks: {@code 4 leaks, 1
   * NEW}.
   */
  public String leaks() {
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

  /**
   * The totals, worded as in reports: {@code 2 JVMs, 118 opened, 118 closed, Active allocations:
   * 0}.
   */
  public String totals() {
    Sums sums = new Sums();
    for (Judged one : judged) {
      sums.add(one.report());
    }
    // The number of new leaks, if any, has already been printed.
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

  /** Totals over several reports. */
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

    /** The number of open resources in reports without leaks; all of them are infrastructure. */
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
