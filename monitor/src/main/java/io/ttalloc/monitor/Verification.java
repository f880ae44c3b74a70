package io.ttalloc.monitor;

import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.snapshot.Totals;
import io.ttalloc.analysis.wording.Escapes;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.analysis.wording.Program;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.read.ProcessEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the ledgers of all JVMs say that one command started.
 *
 * @param judged in the order of process ids as texts
 */
record Verification(List<Judged> judged) {
  private static final int LONGEST_PROGRAM = 60;

  /** One JVM. */
  record Judged(Path ledger, Report report) {

    String name() {
      ProcessEntry process = report.process();
      String program = Escapes.visible(Program.of(process.command()));
      return "pid " + process.pid() + " (" + Escapes.shortened(program, LONGEST_PROGRAM) + ")";
    }

    boolean isRunning() {
      return report.process().ended() == ProcessEntry.Ended.RUNNING;
    }

    /** Why nobody knows whether it leaks, with what was expected; null if somebody does. */
    @Nullable String doubt() {
      List<String> unseen = report.confidence().unseen();
      return switch (report.process().ended()) {
        case RUNNING -> "still runs, expected an exit in order";
        case KILLED -> "was killed, expected an exit in order";
        case EXIT ->
            unseen.isEmpty()
                ? null
                : "was not seen as a whole (%s), expected every opening and close"
                    .formatted(String.join("; ", unseen));
      };
    }
  }

  /**
   * Judges every ledger of a directory.
   *
   * @throws CommandFailure one cannot be read
   */
  static Verification of(Path directory, AnalysisOptions options) {
    List<Judged> judged = new ArrayList<>();
    try {
      for (LedgerFiles files : LedgerFiles.list(directory)) {
        judged.add(new Judged(files.ledger(), LedgerReports.read(files.ledger(), options)));
      }
    } catch (IOException e) {
      throw new CommandFailure("%s cannot be read: %s".formatted(directory, e), e);
    }
    return new Verification(List.copyOf(judged));
  }

  boolean isRunning() {
    return judged.stream().anyMatch(Judged::isRunning);
  }

  /** Those with leaks that fail. */
  List<Judged> leaking() {
    return judged.stream().filter(one -> one.report().failures() > 0).toList();
  }

  /** Those of which the end, or something before it, was not seen: a leak may be missing. */
  List<Judged> unjudged() {
    return judged.stream().filter(one -> one.doubt() != null).toList();
  }

  long failures() {
    return judged.stream().mapToLong(one -> one.report().failures()).sum();
  }

  /** {@code 2 JVMs, 118 opened, 118 closed, Active allocations: 0}. */
  String totals() {
    long opened = 0;
    long closed = 0;
    long active = 0;
    long suppressed = 0;
    long known = 0;
    for (Judged one : judged) {
      Totals totals = one.report().totals();
      opened += totals.opened();
      closed += totals.closed();
      active += totals.handles() + totals.things();
      suppressed += one.report().suppressed();
      known += one.report().leaks() - one.report().failures();
    }
    return Numbers.counted(judged.size(), "JVM")
        + ", "
        + Numbers.grouped(opened)
        + " opened, "
        + Numbers.grouped(closed)
        + " closed, "
        + (suppressed == 0 ? "" : Numbers.grouped(suppressed) + " suppressed, ")
        + (known == 0 ? "" : Numbers.counted(known, "known leak") + ", ")
        + "Active allocations: "
        + Numbers.grouped(active);
  }
}
