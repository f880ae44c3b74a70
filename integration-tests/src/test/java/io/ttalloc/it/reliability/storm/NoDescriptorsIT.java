package io.ttalloc.it.reliability.storm;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a program that leaks file descriptors until none are left. The ledger must still grow,
 * without a new descriptor.
 */
@Variant
class NoDescriptorsIT {
  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void nothingIsLostWithoutDescriptorsAgainAndAgain(Jdk jdk) throws Exception {
    int times = Effort.of(20);
    Outcome plain = storm(jdk, times, false);
    Outcome interrupted = storm(jdk, times, true);
    // The number of lost events is 0; otherwise, an assertion in storm would have failed.
    Row.of(
            Trial.NO_DESCRIPTORS,
            jdk,
            String.format(
                Locale.ROOT,
                "%d times without and %d times with interrupts, %,d resources",
                times,
                times,
                plain.opened() + interrupted.opened()),
            0,
            plain.dropped() + interrupted.dropped(),
            Math.max(plain.maxNanos(), interrupted.maxNanos()),
            interrupted.exitStatus())
        .write();
  }

  private record Outcome(long opened, long dropped, long maxNanos, int exitStatus) {}

  private Outcome storm(Jdk jdk, int times, boolean interrupts) throws Exception {
    Storm.assumeLimits();
    Storm storm = Storm.in(folder);
    JvmResult result;
    try (RunningJvm running = storm.on(jdk, LeaksDescriptors.class, times, interrupts).start()) {
      running.awaitLine("ready");
      Storm.limit(running.pid(), "--nofile=64:");
      storm.end();
      result = running.awaitEnd().expectSuccess();
    }
    PrintedFacts facts = PrintedFacts.in(result.out());
    LedgerImage ledger = storm.ledgers().read();
    Counts counts = Counts.of(ledger);
    long opened = facts.get("opened");
    assertThat(facts.get("refused")).as("descriptors that were refused").isPositive();
    // The file must be able to grow, but whether it grows in time depends on the machine.
    assertThat(ledger.losses().keySet()).isSubsetOf(Loss.GREW_TOO_SLOWLY);
    assertThat(counts.lostOf(opened)).as("lost of %s", ledger.losses()).isZero();
    assertThat(counts.lostWitnesses()).isZero();
    return new Outcome(
        opened, ledger.dropped(), facts.get(PrintedFacts.MAX_NANOS), result.exitStatus());
  }

  /** Repeatedly takes all file descriptors and makes the ledger grow. */
  static final class LeaksDescriptors {
    private static final int PER_TIME = 20_000;
    private static final List<FileInputStream> LEAKED = new ArrayList<>();
    private static final List<Cell> OPEN = new ArrayList<>();
    private static final Stopwatch STOPWATCH = new Stopwatch();
    private static long opened;
    private static long refused;

    private LeaksDescriptors() {}

    public static void main(String[] args) throws Exception {
      int times = Integer.parseInt(args[1]);
      boolean interrupts = Boolean.parseBoolean(args[2]);
      // Loads the classes while there are descriptors, because loading a class needs one.
      takeDescriptors(1);
      giveDescriptorsBack();
      open(1, interrupts);
      closeAll();
      System.out.println("ready");
      while (!Storm.mayEnd(args)) {
        LockSupport.parkNanos(1_000_000);
      }
      for (int i = 0; i < times; i++) {
        takeDescriptors(1_000);
        open(PER_TIME, interrupts);
        giveDescriptorsBack();
      }
      closeAll();
      PrintedFacts.print("opened", opened);
      PrintedFacts.print("refused", refused);
      Witnesses.run();
      PrintedFacts.addTimes(STOPWATCH);
      PrintedFacts.printMax();
    }

    private static void takeDescriptors(int max) {
      try {
        for (int i = 0; i < max; i++) {
          LEAKED.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException e) {
        refused++;
      }
    }

    private static void giveDescriptorsBack() throws IOException {
      for (FileInputStream leaked : LEAKED) {
        leaked.close();
      }
      LEAKED.clear();
    }

    private static void open(int count, boolean interrupted) {
      for (int i = 0; i < count; i++) {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        STOPWATCH.start();
        OPEN.add(new Cell(opened));
        STOPWATCH.stop();
        opened++;
        if (interrupted && !Thread.interrupted()) {
          throw new IllegalStateException("an interrupt was lost");
        }
      }
    }

    private static void closeAll() {
      for (Cell cell : OPEN) {
        STOPWATCH.start();
        cell.close();
        STOPWATCH.stop();
      }
      OPEN.clear();
    }
  }
}
