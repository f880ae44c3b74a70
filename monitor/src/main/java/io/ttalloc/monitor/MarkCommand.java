package io.ttalloc.monitor;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.Marks;
import io.ttalloc.ledger.files.ResidentMemory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code mark}: marks the end of a cycle of a running process from outside. Unlike a
 * mark that the process sets itself, it takes no sample of allocator statistics.
 */
@Command(
    name = "mark",
    description =
        "Marks the end of a cycle of a running process; reports tell what grows from cycle to cycle.")
@SuppressWarnings("NullAway.Init") // picocli sets what is marked before it runs the command
final class MarkCommand implements Callable<Integer> {

  private final LedgerLookup ledgers;

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "PID", description = "The process.")
  private long pid;

  @Parameters(index = "1", paramLabel = "NAME", description = "What the mark is called.")
  private String name;

  MarkCommand(LedgerLookup ledgers) {
    this.ledgers = ledgers;
  }

  @Override
  public Integer call() {
    Path ledger = ledgers.find(new DumpTarget.OfProcess(pid));
    LedgerFiles files = LedgerFiles.beside(ledger);
    try {
      if (!LedgerLock.isHeld(files.lock())) {
        throw new CommandFailure(
            "process %d has ended, expected one that runs; no mark is set in %s"
                .formatted(pid, files.marks()));
      }
      if (!Marks.append(files.marks(), Instant.now(), ResidentMemory.ofProcess(pid), name)) {
        throw new CommandFailure(
            "%s has reached its limit of %d bytes; no mark is set"
                .formatted(files.marks(), Marks.MAX_BYTES));
      }
    } catch (IOException e) {
      throw new CommandFailure("no mark can be set in %s: %s".formatted(files.marks(), e), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("tt-alloc: marked '%s' in process %d%n", Marks.printable(name), pid);
    out.flush();
    return 0;
  }
}
