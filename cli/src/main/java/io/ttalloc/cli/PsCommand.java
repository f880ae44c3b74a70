package io.ttalloc.cli;

import io.ttalloc.analysis.report.LauncherCommand;
import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.FolderOption;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.arguments.NativeOptions;
import io.ttalloc.cli.arguments.OneLineErrors;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.ledgers.LedgerListJson;
import io.ttalloc.watch.ledgers.LedgerListing;
import io.ttalloc.watch.ledgers.LedgerRow;
import io.ttalloc.watch.ledgers.LedgerTable;
import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.natives.NativeState;
import io.ttalloc.watch.natives.NativeTable;
import io.ttalloc.watch.natives.NativeWatch;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code ps}: lists the ledgers of this user, with their processes and the number of
 * resources left open. For a ledger that cannot be read, prints one line on standard error.
 */
@Command(
    name = "ps",
    description = {
      "For each ledger, lists the process, whether it is running, and what is open; also"
          + " lists TT-Metal's own processes and their allocations.",
      "",
      "LIVE is the number of open resources, BYTES their size. LEAKS is the number of leaks in the first line of tt-alloc dump PID (without --holders), or - if that line says NOT JUDGED or the ledger was not read completely. AGE is the time from the start of the"
          + " process until now, until its end or, if it was killed, until its last sign of life."
    },
    footerHeading = HelpText.EXAMPLES,
    footer = {
      "  tt-alloc ps",
      "  tt-alloc ps --json --limit 1000",
      "  tt-alloc ps --dir /var/tmp/ledgers"
    },
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class PsCommand implements Callable<Integer> {

  static final int DEFAULT_LIMIT = 100;

  private static final int MAX_PROBLEMS = 5;

  static final String LIMIT_LABEL = "N";
  static final String LIMIT_DESCRIPTION =
      "The maximum number of processes to show; running ones are chosen first, then killed ones, then those that have"
          + " ended, the most recently started first in each group; "
          + DEFAULT_LIMIT
          + " if not given.";

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Mixin private FolderOption folder;

  @Mixin private NativeOptions nativeOptions;

  @Option(
      names = "--json",
      description = "Write one JSON object (schema tt-alloc-ps/1) instead of the table.")
  private boolean json;

  @Option(names = "--limit", paramLabel = LIMIT_LABEL, description = LIMIT_DESCRIPTION)
  private int limit = DEFAULT_LIMIT;

  PsCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() throws IOException {
    checkLimit(limit);
    List<Path> folders = folder.folders(ledgers);
    List<String> problems = new ArrayList<>();
    LedgerListing listing;
    try (Progress progress = Progress.onTerminal()) {
      listing = LedgerListing.of(folders, limit, LedgerListing.MAX_BYTES, problems::add, progress);
    } catch (IOException e) {
      throw new CommandFailure("cannot list the ledgers in %s: %s".formatted(folders, e), e);
    }
    NativeState natives;
    try (NativeWatch watch = nativeOptions.watch()) {
      natives = watch.now();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      LedgerListJson.write(listing, natives, folders, problems, out);
    } else {
      LedgerTable.print(listing, out);
      notes(listing, problems.isEmpty() ? folders : List.of()).forEach(out::println);
      NativeTable.print(natives, limit, out);
      out.flush();
      tellUnreadable(listing);
      tell(natives.problems());
    }
    out.flush();
    problems.forEach(this::tell);
    return problems.isEmpty() ? 0 : OneLineErrors.STATUS;
  }

  static void checkLimit(int limit) {
    if (limit < 1) {
      throw new CommandFailure("--limit is %d, expected 1 or more".formatted(limit));
    }
  }

  private void tellUnreadable(LedgerListing listing) {
    for (LedgerRow row : listing.rows()) {
      if (row.problem() != null) {
        tell(row.problem());
      }
    }
  }

  private void tell(String problem) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("tt-alloc: " + VisibleText.of(problem));
    err.flush();
  }

  /**
   * Prints the problems, up to a maximum, because there may be many: one for each chip whose
   * regions this user may not read.
   */
  private void tell(List<String> problems) {
    PrintWriter err = spec.commandLine().getErr();
    int max = Math.min(MAX_PROBLEMS, problems.size());
    problems.subList(0, max).forEach(problem -> err.println("tt-alloc: " + problem));
    if (problems.size() > max) {
      err.println(
          "tt-alloc: " + Numbers.counted(problems.size() - max, "more problem") + " not shown");
    }
    err.flush();
  }

  /**
   * Notes on what the table does not show.
   *
   * @param folders the directories, if all of them have been read; otherwise empty
   */
  private static List<String> notes(LedgerListing listing, List<Path> folders) {
    List<String> notes = new ArrayList<>();
    if (listing.rows().isEmpty() && !folders.isEmpty()) {
      notes.add(VisibleText.of("no ledgers in " + folders));
    }
    if (listing.unread() > 0) {
      notes.add(
          Numbers.counted(listing.unread(), "large ledger")
              + " not read completely; to read a ledger completely, use "
              + LauncherCommand.ofThisProcess()
              + " dump PID");
    }
    if (!listing.omitted().isEmpty()) {
      notes.add(omitted(listing.omitted()));
    }
    if (listing.ofOthers() > 0) {
      notes.add(Numbers.counted(listing.ofOthers(), "ledger") + " of other users not opened");
    }
    return notes;
  }

  /** Describes the omitted rows, as in {@code 12 more (10 ended, 2 unreadable): --limit N}. */
  private static String omitted(Map<ProcessState, Long> omitted) {
    long sum = 0;
    List<String> states = new ArrayList<>();
    for (ProcessState state : ProcessState.values()) {
      long count = omitted.getOrDefault(state, 0L);
      sum += count;
      if (count > 0) {
        states.add(Numbers.grouped(count) + " " + state.word());
      }
    }
    return Numbers.grouped(sum) + " more (" + String.join(", ", states) + "): --limit N";
  }
}
