package io.ttalloc.it.reliability.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.reliability.Row;
import io.ttalloc.it.reliability.Trial;
import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.program.Stopwatch;
import io.ttalloc.it.reliability.program.Things.Cell;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests programs whose threads are interrupted. A pending interrupt closes the channel through
 * which a file is mapped.
 */
@Variant
class InterruptedIT {
  private static final int OPEN = 200_000;

  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void nothingIsLostAndEveryInterruptArrivesOnceTenTimesOver(Jdk jdk) throws Exception {
    storm(jdk, Effort.of(10));
  }

  /** Interrupts arrive at every moment at which they could affect the channel of the file. */
  @OneJdk
  void noInterruptOfTheProgramKeepsTheLedgerFromGrowing(Jdk jdk) throws Exception {
    Storm storm = Storm.in(folder);
    JvmResult result = storm.on(jdk, NeverCalm.class).run().expectSuccess();
    LedgerImage ledger = storm.ledgers().read();
    Counts counts = Counts.of(ledger);
    assertThat(PrintedFacts.in(result.out()).get("refused")).as("mappings by that thread").isOne();
    // On a busy machine the agent's thread may run too late; no other loss is allowed.
    assertThat(ledger.losses().keySet()).as(result.err()).isSubsetOf(Loss.GREW_TOO_SLOWLY);
    assertThat(counts.lostOf(OPEN)).isZero();
  }

  private void storm(Jdk jdk, int processes) throws Exception {
    long interrupts = 0;
    long lost = 0;
    long dropped = 0;
    long longest = 0;
    for (int i = 0; i < processes; i++) {
      Storm storm = Storm.in(folder);
      JvmResult result = storm.on(jdk, Grows.class).run().expectSuccess();
      PrintedFacts facts = PrintedFacts.in(result.out());
      LedgerImage ledger = storm.ledgers().read();
      Counts counts = Counts.of(ledger);
      assertThat(facts.get("lostInterrupts")).as("interrupts that never arrived").isZero();
      assertThat(facts.get("inventedInterrupts")).as("interrupts that were not sent").isZero();
      interrupts += facts.get("interrupts");
      assertThat(ledger.losses().keySet()).isSubsetOf(Loss.GREW_TOO_SLOWLY);
      lost += counts.lostOf(OPEN);
      dropped += ledger.dropped();
      longest = Math.max(longest, facts.get(PrintedFacts.MAX_NANOS));
    }
    String repeats =
        String.format(
            Locale.ROOT,
            "%d processes, %,d resources each, %,d interrupts",
            processes,
            OPEN,
            interrupts);
    Row.of(Trial.INTERRUPTED, jdk, repeats, lost, dropped, longest, 0).write();
    assertThat(lost).isZero();
    assertThat(interrupts).as("interrupts").isGreaterThan(1_000);
  }

  /** Opens more and more resources while its threads are interrupted, then closes everything. */
  static final class Grows {
    private static final int THREADS = 4;
    private static final int PER_INTERRUPT = 200;
    private static final AtomicInteger WORKING = new AtomicInteger(THREADS);
    private static volatile boolean lastSent;

    private final Stopwatch stopwatch = new Stopwatch();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong arrived = new AtomicLong();
    private long invented;
    private int looks;

    private Grows() {}

    public static void main(String[] args) throws InterruptedException {
      List<Grows> all = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Grows grows = new Grows();
        int seed = i;
        all.add(grows);
        threads.add(new Thread(() -> grows.run(new Random(seed))));
      }
      threads.forEach(Thread::start);
      interruptAll(all, threads);
      lastSent = true;
      for (Thread thread : threads) {
        thread.join();
      }
      all.forEach(grows -> PrintedFacts.addTimes(grows.stopwatch));
      PrintedFacts.print("interrupts", all.stream().mapToLong(grows -> grows.sent.get()).sum());
      PrintedFacts.print(
          "lostInterrupts",
          all.stream().mapToLong(grows -> grows.sent.get() - grows.arrived.get()).sum());
      PrintedFacts.print(
          "inventedInterrupts", all.stream().mapToLong(grows -> grows.invented).sum());
      PrintedFacts.printMax();
    }

    /**
     * Sends the next interrupt to a thread only after the thread has seen the last one, so that
     * each interrupt can be counted.
     */
    private static void interruptAll(List<Grows> all, List<Thread> threads) {
      while (WORKING.get() > 0) {
        for (int i = 0; i < all.size(); i++) {
          Grows one = all.get(i);
          if (one.arrived.get() == one.sent.get()) {
            // Counted first: an interrupt that arrives before it is counted would look invented.
            one.sent.incrementAndGet();
            threads.get(i).interrupt();
          }
        }
      }
    }

    private void run(Random random) {
      List<Cell> open = new ArrayList<>();
      for (int i = 0; i < OPEN / THREADS; i++) {
        stopwatch.start();
        open.add(openBelow(random.nextInt(16), i));
        stopwatch.stop();
        look(random);
      }
      for (Cell cell : open) {
        stopwatch.start();
        cell.close();
        stopwatch.stop();
        look(random);
      }
      WORKING.decrementAndGet();
      while (!lastSent) {
        // Spins, because an interrupt would end a wait.
        Thread.onSpinWait();
      }
      see();
    }

    /**
     * Checks for interrupts only from time to time, so that an interrupt is often pending when an
     * operation begins. Sometimes waits for an interrupt, so that enough interrupts arrive even if
     * the sending thread rarely runs.
     */
    private void look(Random random) {
      if (++looks % PER_INTERRUPT == 0) {
        while (!see()) {
          LockSupport.park(this);
        }
      } else if (random.nextInt(4) == 0) {
        see();
      }
    }

    private boolean see() {
      boolean seen = Thread.interrupted();
      if (seen && arrived.incrementAndGet() > sent.get()) {
        invented++;
      }
      return seen;
    }

    private static Cell openBelow(int depth, long number) {
      return depth == 0 ? new Cell(number) : openBelow(depth - 1, number);
    }
  }

  /**
   * A thread whose {@code isInterrupted} always returns true. It opens more and more resources,
   * then closes everything.
   */
  static final class NeverCalm extends Thread {
    private final Path file;

    private NeverCalm(Path file) {
      this.file = file;
    }

    public static void main(String[] args) throws InterruptedException {
      // The first event creates the ledger; the test is about later events.
      new Cell(0).close();
      NeverCalm thread = new NeverCalm(Path.of(args[0], "file"));
      thread.start();
      thread.join();
    }

    @Override
    public boolean isInterrupted() {
      return true;
    }

    @Override
    public void run() {
      PrintedFacts.print("refused", isRefusedAMapping() ? 1 : 0);
      List<Cell> open = new ArrayList<>();
      while (open.size() < OPEN - 1) {
        open.add(new Cell(0));
      }
      open.forEach(Cell::close);
    }

    /** Whether a channel operation of this thread would be interrupted. */
    private boolean isRefusedAMapping() {
      try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
        return raw.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 1) == null;
      } catch (ClosedByInterruptException e) {
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
