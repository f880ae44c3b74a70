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
import io.ttalloc.testing.Await;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/** Tests with a disk that is full from time to time, simulated by a limit on the size of files. */
@Variant
class DiskFullStormIT {
  private static final int HALF_A_SEGMENT = 1 << 19;

  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void whatDoesNotFitIsCountedAndAllElseIsExactHoweverOftenTheDiskIsFull(Jdk jdk) throws Exception {
    storm(jdk, Effort.of(20));
  }

  private void storm(Jdk jdk, int times) throws Exception {
    Storm.assumeLimits();
    Storm storm = Storm.in(folder);
    JvmResult result;
    try (RunningJvm running = storm.on(jdk, Fills.class).start()) {
      running.awaitLine("filling");
      for (int i = 0; i < times; i++) {
        fillAndLift(storm, running);
      }
      storm.end();
      result = running.awaitEnd();
    }
    PrintedFacts facts = PrintedFacts.in(result.out());
    LedgerImage ledger = storm.ledgers().read();
    Counts counts = Counts.of(ledger);
    long attempted = facts.get("opened");
    long lost = counts.lostOf(attempted) + counts.lostWitnesses();
    Row.of(
            Trial.DISK_FULL,
            jdk,
            String.format(Locale.ROOT, "%d times, %,d resources", times, attempted),
            lost,
            ledger.dropped(),
            facts.get(PrintedFacts.MAX_NANOS),
            result.exitStatus())
        .write();

    result.expectSuccess();
    assertThat(ledger.dropped()).as("dropped").isPositive();
    assertThat(lost).isZero();
  }

  private static void fillAndLift(Storm storm, RunningJvm running) throws Exception {
    Path file = storm.ledgers().ledgers().get(0);
    long before = dropped(file);
    Storm.limit(running.pid(), "--fsize=" + (Files.size(file) + HALF_A_SEGMENT) + ":");
    Await.until(
        () -> {
          assertThat(running.isAlive()).isTrue();
          return dropped(file) > before;
        });
    long size = Files.size(file);
    Storm.limit(running.pid(), "--fsize=unlimited:");
    Await.until(() -> sizeOf(file) > size);
  }

  /**
   * Reads only the header, because reading millions of resources each time would take most of the
   * test's time.
   */
  private static long dropped(Path ledger) {
    try (RandomAccessFile file = new RandomAccessFile(ledger.toFile(), "r")) {
      long dropped = 0;
      for (Loss loss : Loss.values()) {
        file.seek(loss.headerOffset());
        dropped += Long.reverseBytes(file.readLong());
      }
      return dropped;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Four threads that open more than they close until they are asked to end. Then they close
   * everything.
   */
  static final class Fills {
    private static final int THREADS = 4;
    private static final AtomicLong OPENED = new AtomicLong();
    private static final AtomicInteger ENDED = new AtomicInteger();

    private Fills() {}

    public static void main(String[] args) throws InterruptedException {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        threads.add(new Thread(() -> run(args)));
      }
      // The ledger exists from here on.
      new Cell(0).close();
      threads.forEach(Thread::start);
      System.out.println("filling");
      for (Thread thread : threads) {
        thread.join();
      }
      PrintedFacts.print("opened", OPENED.get() + 1);
      Witnesses.run();
      PrintedFacts.printMax();
      if (ENDED.get() != THREADS) {
        throw new IllegalStateException("only " + ENDED + " threads have ended");
      }
    }

    private static void run(String[] args) {
      Stopwatch stopwatch = new Stopwatch();
      Queue<Cell> open = new ArrayDeque<>();
      long number = 0;
      for (; (number & 63) != 0 || !Storm.mayEnd(args); number++) {
        stopwatch.start();
        open.add(openBelow((int) (number & 15), number));
        stopwatch.stop();
        // Closes the oldest first, so that all segments have free slots.
        if (number % 8 == 0) {
          close(open.remove(), stopwatch);
        }
        if (number % 64 == 0) {
          // Most of the cells stay open: without a pause, a fast machine would fill its heap while
          // the disk is full.
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
      }
      for (Cell cell : open) {
        close(cell, stopwatch);
      }
      OPENED.addAndGet(number);
      PrintedFacts.addTimes(stopwatch);
      ENDED.incrementAndGet();
    }

    private static void close(Cell cell, Stopwatch stopwatch) {
      stopwatch.start();
      cell.close();
      stopwatch.stop();
    }

    private static Cell openBelow(int depth, long number) {
      return depth == 0 ? new Cell(number) : openBelow(depth - 1, number);
    }
  }
}
