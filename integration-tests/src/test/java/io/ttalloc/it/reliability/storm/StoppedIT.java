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
import io.ttalloc.it.reliability.program.Things.Box;
import io.ttalloc.it.reliability.program.Things.Cell;
import io.ttalloc.it.reliability.program.Things.Crate;
import io.ttalloc.it.reliability.program.Things.Shelf;
import io.ttalloc.it.reliability.program.Things.Thing;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a process that is stopped as a whole for a while, with its threads at any point of the
 * code.
 */
@Variant
class StoppedIT {
  /** Longer than the probe ever waits for another thread. */
  private static final long LONG_STOP_MILLIS = 1_100;

  /** Not a speed requirement: only a thread that waits for another one exceeds it. */
  private static final long TEN_MINUTES = TimeUnit.MINUTES.toNanos(10);

  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void nothingIsLostThoughTheProcessIsStoppedHundredsOfTimes(Jdk jdk) throws Exception {
    storm(jdk, Effort.of(500), Effort.of(20));
  }

  private void storm(Jdk jdk, int stops, int longStops) throws Exception {
    Storm storm = Storm.in(folder);
    JvmResult result;
    try (RunningJvm running = storm.on(jdk, Shares.class).start()) {
      running.awaitLine("working");
      stopAndContinue(running, stops, longStops);
      storm.end();
      result = running.awaitEnd();
    }
    PrintedFacts facts = PrintedFacts.in(result.out());
    LedgerImage ledger = storm.ledgers().read();
    Counts counts = Counts.of(ledger);
    long lost = counts.lostOf(facts.get("opened"));
    Row.of(
            Trial.STOPPED,
            jdk,
            String.format(
                Locale.ROOT,
                "%,d stops, %d of them longer than 1 s; %,d resources",
                stops,
                longStops,
                facts.get("opened")),
            lost,
            ledger.dropped(),
            facts.get(PrintedFacts.MAX_NANOS),
            result.exitStatus())
        .write();

    result.expectSuccess();
    assertThat(lost).isZero();
    assertThat(ledger.losses().keySet()).isSubsetOf(Loss.GREW_TOO_SLOWLY);
    assertThat(ledger.unknownCloses()).isZero();
    assertThat(facts.get(PrintedFacts.MAX_NANOS)).isLessThan(TEN_MINUTES);
  }

  private static void stopAndContinue(RunningJvm running, int stops, int longStops)
      throws Exception {
    Random random = new Random();
    int step = stops / longStops;
    for (int i = 0; i < stops; i++) {
      pause(random.nextInt(30_000));
      Storm.signal(running.pid(), "STOP");
      boolean isLong = i % step == step - 1;
      pause(isLong ? 1_000 * LONG_STOP_MILLIS + random.nextInt(500_000) : random.nextInt(20_000));
      Storm.signal(running.pid(), "CONT");
      assertThat(running.isAlive()).isTrue();
    }
  }

  /** Sleeps on purpose, because the length of a stop is part of the trial. */
  private static void pause(long micros) {
    long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Eight threads that open, own, hold, drop and close a shared set of resources. */
  static final class Shares {
    private static final int THREADS = 8;
    private static final int PLACES = 16;
    private static final AtomicReferenceArray<Thing> THINGS = new AtomicReferenceArray<>(PLACES);

    private final Stopwatch stopwatch = new Stopwatch();
    private long opened;

    private Shares() {}

    public static void main(String[] args) throws InterruptedException {
      List<Thread> threads = new ArrayList<>();
      List<Shares> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Shares shares = new Shares();
        all.add(shares);
        threads.add(new Thread(() -> shares.run(args)));
      }
      threads.forEach(Thread::start);
      System.out.println("working");
      for (Thread thread : threads) {
        thread.join();
      }
      for (int i = 0; i < PLACES; i++) {
        put(i, null);
      }
      all.forEach(shares -> PrintedFacts.addTimes(shares.stopwatch));
      PrintedFacts.print("opened", all.stream().mapToLong(shares -> shares.opened).sum());
      PrintedFacts.printMax();
    }

    private void run(String[] args) {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      for (int i = 0; (i & 1023) != 0 || !Storm.mayEnd(args); i++) {
        Thing one = THINGS.get(random.nextInt(PLACES));
        Thing other = THINGS.get(random.nextInt(PLACES));
        stopwatch.start();
        step(random, one, other);
        stopwatch.stop();
      }
    }

    private void step(ThreadLocalRandom random, Thing one, Thing other) {
      int place = random.nextInt(PLACES);
      switch (random.nextInt(10)) {
        case 0, 1 -> put(place, opened(new Cell(opened)));
        case 2 -> put(place, opened(new Box()));
        case 3 -> put(place, opened(new Shelf()));
        case 4 -> {
          Crate crate = new Crate(opened);
          opened += 2;
          put(random.nextInt(PLACES), crate.first());
          put(random.nextInt(PLACES), crate.second());
          put(place, opened(crate));
        }
        case 5 -> {
          if (one instanceof Box box) {
            put(place, opened(box.make(opened)));
          }
        }
        case 6, 7 -> {
          if (one instanceof Shelf shelf && other != null) {
            shelf.put(place, other);
          }
        }
        case 8 -> {
          if (one instanceof Shelf shelf && other != null) {
            shelf.take(other);
          } else if (one instanceof Shelf shelf) {
            shelf.clear();
          }
        }
        default -> {
          if (one != null) {
            one.close();
          }
        }
      }
    }

    private Thing opened(Thing thing) {
      opened++;
      return thing;
    }

    private static void put(int place, Thing thing) {
      Thing before = THINGS.getAndSet(place, thing);
      if (before != null) {
        before.close();
      }
    }
  }
}
