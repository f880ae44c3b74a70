package io.ttalloc.it.reliability.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.reliability.Row;
import io.ttalloc.it.reliability.Trial;
import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.program.Stopwatch;
import io.ttalloc.it.reliability.program.Things.Cell;
import io.ttalloc.it.reliability.program.Witnesses;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.LedgerReader;
import io.ttalloc.ledger.read.Liveness;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what happens if a user deletes a ledger folder that is in use. A deleted file persists as
 * long as a process has it open.
 */
@Variant
class LedgerRemovedIT {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void theProgramRunsOnAndItsRemovedLedgerIsExactEveryTime(Jdk jdk) throws Exception {
    storm(jdk, Effort.of(20));
  }

  private void storm(Jdk jdk, int processes) throws Exception {
    assumeTrue(Files.isDirectory(DESCRIPTORS), "needs /proc to find a removed file");
    long opened = 0;
    long lost = 0;
    long dropped = 0;
    long longest = 0;
    for (int i = 0; i < processes; i++) {
      Storm storm = Storm.in(folder);
      try (RunningJvm running = storm.on(jdk, Works.class).start()) {
        running.awaitLine("working");
        remove(storm.ledgers().path());
        storm.end();
        running.awaitLine("fact maxNanos");
        Path copy = folder.resolve("copy " + i);
        Files.copy(removed(running.pid()), copy);
        LedgerImage ledger = LedgerReader.read(copy, Liveness.OWN_PROCESS);
        storm.signal("read");
        JvmResult result = running.awaitEnd().expectSuccess();
        PrintedFacts facts = PrintedFacts.in(result.out());
        Counts counts = Counts.of(ledger);
        opened += counts.openedOfAll();
        lost += counts.lostOf(facts.get("opened")) + counts.lostWitnesses();
        dropped += ledger.dropped();
        longest = Math.max(longest, facts.get(PrintedFacts.MAX_NANOS));
        assertThat(ledger.damage()).isEmpty();
        assertThat(ledger.losses().keySet()).isSubsetOf(Loss.GREW_TOO_SLOWLY);
        assertThat(ledger.hookErrors()).isZero();
        assertThat(result.err()).as("one line about the end").startsWith("tt-alloc: ");
      }
    }
    String repeats = String.format(Locale.ROOT, "%d processes, %,d resources", processes, opened);
    Row.of(Trial.LEDGER_REMOVED, jdk, repeats, lost, dropped, longest, 0).write();
    assertThat(lost).isZero();
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  /** The deleted file, reached through the descriptor that the process still has. */
  private static Path removed(long pid) throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return descriptors
          .filter(LedgerRemovedIT::leadsToALedger)
          .findFirst()
          .orElseThrow(() -> new AssertionError("the process has no descriptor of its ledger"));
    }
  }

  private static boolean leadsToALedger(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains(".ledger");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  /**
   * Opens and closes resources before and after its ledger is deleted, and makes the ledger grow.
   */
  static final class Works {
    private static final int MORE = 40_000;

    private Works() {}

    public static void main(String[] args) {
      Stopwatch stopwatch = new Stopwatch();
      List<Cell> open = new ArrayList<>();
      long opened = 0;
      for (; opened < MORE / 2; opened++) {
        open.add(open(opened, stopwatch));
      }
      System.out.println("working");
      while (!Storm.mayEnd(args)) {
        open(opened++, stopwatch).close();
      }
      // Opens below another method, so that a new stack must be recorded.
      for (int i = 0; i < MORE; i++) {
        open.add(openAfterwards(opened++, stopwatch));
      }
      for (Cell cell : open) {
        stopwatch.start();
        cell.close();
        stopwatch.stop();
      }
      PrintedFacts.print("opened", opened);
      Witnesses.run();
      PrintedFacts.addTimes(stopwatch);
      PrintedFacts.printMax();
      while (!Storm.isSignalled(args, "read")) {
        LockSupport.parkNanos(1_000_000);
      }
    }

    private static Cell open(long number, Stopwatch stopwatch) {
      stopwatch.start();
      Cell cell = new Cell(number);
      stopwatch.stop();
      return cell;
    }

    private static Cell openAfterwards(long number, Stopwatch stopwatch) {
      return open(number, stopwatch);
    }
  }
}
