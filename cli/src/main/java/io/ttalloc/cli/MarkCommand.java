package io.ttalloc.cli;

import io.ttalloc.cli.arguments.CommandFailure;
import io.ttalloc.cli.arguments.DumpTarget;
import io.ttalloc.cli.arguments.HelpText;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.files.OpenCounts;
import io.ttalloc.ledger.files.ResidentMemory;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code mark}: marks the end of a cycle in a running process, from outside the
 * process. Unlike a mark set by the process itself, such a mark does not sample allocator
 * statistics.
 */
@Command(
    name = "mark",
    description =
        "Marks the end of a cycle of a running process; reports show what grows from cycle to"
            + " cycle.",
    footerHeading = HelpText.EXAMPLES,
    footer = {"  tt-alloc mark 4242 'request 17'"},
    exitCodeListHeading = HelpText.EXIT_STATUS,
    exitCodeList = {HelpText.DONE, HelpText.ERROR})
@SuppressWarnings("NullAway.Init") // picocli sets the annotated fields before it runs the command
final class MarkCommand implements Callable<Integer> {

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "PID", description = "The id of the process.")
  private long pid;

  @Parameters(index = "1", paramLabel = "NAME", description = "The name of the mark.")
  private String name;

  MarkCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() {
    Path ledger = ledgers.find(new DumpTarget.OfProcess(pid));
    String done = mark(ledger, pid, name);
    PrintWriter out = spec.commandLine().getOut();
    out.println("tt-alloc: " + done);
    out.flush();
    return 0;
  }

  /**
   * Marks the end of a cycle and returns a message about it.
   *
   * @throws CommandFailure if the name is blank, the process has ended or is no longer tracked, or
   *     the marks file cannot be written or has reached its maximum size
   */
  static String mark(Path ledger, long pid, String name) {
    if (name.isBlank()) {
      throw new CommandFailure("NAME is blank, expected a name for the mark; the mark was not set");
    }
    LedgerFiles files = LedgerFiles.beside(ledger);
    try {
      if (!LedgerLock.isHeld(files.lock())) {
        throw new CommandFailure(
            "process %d %s; the mark was not set in %s"
                .formatted(pid, state(ledger), files.marks()));
      }
      OpenCounts open = Marks.wantsCounts(files.marks()) ? counts(ledger) : null;
      if (!Marks.append(files.marks(), Instant.now(), ResidentMemory.ofProcess(pid), open, name)) {
        throw new CommandFailure(
            "%s has reached its limit of %d bytes; the mark was not set"
                .formatted(files.marks(), Marks.MAX_BYTES));
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot set a mark in %s: %s".formatted(files.marks(), e), e);
    }
    return "marked '%s' in process %d".formatted(Marks.printable(name), pid);
  }

  private static String state(Path ledger) throws IOException {
    return LedgerReader.readProcess(ledger).ended() == ProcessEntry.Ended.DETACHED
        ? "is no longer tracked, expected a tracked process"
        : "has ended, expected a running process";
  }

  /**
   * Returns the number and the bytes of the open resources of each tally; null if the ledger cannot
   * be read.
   */
  private static @Nullable OpenCounts counts(Path ledger) {
    try {
      LedgerImage image = LedgerReader.read(ledger, Liveness.PROBE);
      Map<Integer, Long> bytes = new HashMap<>();
      List<String> unused =
          image.forEachSlot(
              slot -> {
                if (slot.state() != SlotState.CLOSED_OWNER && !slot.place().alias()) {
                  bytes.merge(slot.tally().id(), slot.bytes(), Long::sum);
                }
              });
      long opened = 0;
      List<OpenCounts.OfTally> tallies = new ArrayList<>();
      for (TallyEntry tally : image.tallies().values()) {
        opened += tally.opened();
        long held = bytes.getOrDefault(tally.id(), 0L) + tally.losses().foldedBytes();
        tallies.add(new OpenCounts.OfTally(tally.id(), tally.open(), Math.max(0, held)));
      }
      return OpenCounts.of(opened, tallies);
    } catch (IOException e) {
      // The mark is valid without counts.
      return null;
    }
  }
}
