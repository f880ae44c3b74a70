package io.ttalloc.it.reliability.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Effort;
import io.ttalloc.it.jvm.EveryJdk;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.reliability.Row;
import io.ttalloc.it.reliability.Trial;
import io.ttalloc.it.reliability.program.JdkClasses;
import io.ttalloc.it.reliability.program.PrintedFacts;
import io.ttalloc.it.reliability.program.Stopwatch;
import io.ttalloc.it.reliability.program.Things.Cell;
import io.ttalloc.it.reliability.program.Witnesses;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests hooks when the stack is almost exhausted: they run with one frame left, then with two, and
 * so on, until there is enough room for them.
 */
@Variant
class OverflownIT {
  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void allWorksAfterwardsThoughHooksHadNoStackThousandsOfTimes(Jdk jdk) throws Exception {
    storm(jdk, Effort.of(5_000));
  }

  private void storm(Jdk jdk, int descents) throws Exception {
    Storm storm = Storm.in(folder);
    JvmResult result = storm.on(jdk, Descends.class, descents).run();
    PrintedFacts facts = PrintedFacts.in(result.out());
    LedgerImage ledger = storm.ledgers().readThoughHooksFailed();
    long lost = Counts.of(ledger).lostWitnesses();
    Row.of(
            Trial.OVERFLOWN,
            jdk,
            String.format(
                Locale.ROOT,
                "%,d recursions, %,d stack overflows, %,d events",
                descents,
                facts.get("overflows"),
                facts.get("events")),
            lost,
            ledger.dropped(),
            facts.get(PrintedFacts.MAX_NANOS),
            result.exitStatus())
        .write();

    result.expectSuccess();
    assertThat(facts.get("overflows")).isGreaterThanOrEqualTo(descents);
    assertThat(facts.get("otherErrors")).as("errors other than overflows").isZero();
    assertThat(facts.get("brokenClasses")).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("switched itself off", "NoClassDefFoundError");
    assertThat(result.err()).containsPattern("(?m)^tt-alloc: .*opened");
    assertThat(lost).as("witnesses, after %s", result.err()).isZero();
  }

  /**
   * Recurses to the end of a small stack on several threads, and opens and closes resources there.
   */
  static final class Descends {
    private static final int THREADS = 4;
    private static final int SMALL_STACK = 256 << 10;

    /** The number of innermost frames in which events happen. */
    private static final int LEVELS = 120;

    /** The number of descents along one path. Another path follows, whose stacks are new. */
    private static final int SAME_WAY = 25;

    private static final int MAX_OPEN = 20_000;
    private static final AtomicLong EVENTS = new AtomicLong();
    private static final AtomicLong OVERFLOWS = new AtomicLong();
    private static final AtomicLong OTHER_ERRORS = new AtomicLong();

    private final Stopwatch stopwatch = new Stopwatch();
    private final Random random;
    private final Cell[] open = new Cell[MAX_OPEN];
    private int count;
    private int way;
    private long events;
    private long overflows;

    private Descends(int seed) {
      random = new Random(seed);
    }

    public static void main(String[] args) throws InterruptedException {
      // The class is loaded and woven while there is enough stack, because the test is about hooks.
      new Cell(0).close();
      int descents = Integer.parseInt(args[1]);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Descends descends = new Descends(i);
        Runnable run = () -> descends.run(descents / THREADS);
        threads.add(new Thread(null, run, "descends " + i, SMALL_STACK));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      PrintedFacts.print("events", EVENTS.get());
      PrintedFacts.print("overflows", OVERFLOWS.get());
      PrintedFacts.print("otherErrors", OTHER_ERRORS.get());
      JdkClasses.tellBroken();
      Witnesses.run();
      PrintedFacts.printMax();
    }

    private void run(int descents) {
      for (int i = 0; i < descents; i++) {
        if (i % SAME_WAY == 0) {
          way = random.nextInt();
        }
        try {
          // The extra arguments shift the end of the stack by less than a frame.
          switch (i & 3) {
            case 0 -> down(0);
            case 1 -> down1(0, 1);
            case 2 -> down2(0, 1, 2, 3);
            default -> down4(0, 1, 2, 3, 4, 5, 6, 7);
          }
        } catch (Throwable e) {
          e.printStackTrace();
          OTHER_ERRORS.incrementAndGet();
        }
        if (count > MAX_OPEN / 2) {
          closeAll();
        }
      }
      closeAll();
      PrintedFacts.addTimes(stopwatch);
      EVENTS.addAndGet(events);
      OVERFLOWS.addAndGet(overflows);
    }

    private void closeAll() {
      while (count > 0) {
        stopwatch.start();
        open[--count].close();
        stopwatch.stop();
      }
    }

    /** Recurses until the stack overflows; returns the number of calls from here to the last. */
    private int down(int depth) {
      int below;
      try {
        below =
            switch (way >>> (depth & 31) & 3) {
              case 0 -> down(depth + 1);
              case 1 -> down1(depth + 1, depth);
              case 2 -> down2(depth + 1, depth, depth, depth);
              default -> down4(depth + 1, depth, depth, depth, depth, depth, depth, depth);
            };
      } catch (StackOverflowError e) {
        overflows++;
        below = 0;
      }
      if (below < LEVELS) {
        // The stack may overflow again here. Then the caller becomes the innermost frame, and does
        // the same.
        event(depth);
      }
      return below + 1;
    }

    private int down1(int depth, long a) {
      int below = down(depth);
      return a == Long.MIN_VALUE ? 0 : below;
    }

    private int down2(int depth, long a, long b, long c) {
      int below = down(depth);
      return a + b + c == Long.MIN_VALUE ? 0 : below;
    }

    private int down4(int depth, long a, long b, long c, long d, long e, long f, long g) {
      int below = down(depth);
      return a + b + c + d + e + f + g == Long.MIN_VALUE ? 0 : below;
    }

    private void event(int depth) {
      events++;
      stopwatch.start();
      if ((depth & 1) == 0) {
        open[count] = new Cell(depth);
        count++;
      } else if (count > 0) {
        // Removed after the close, so that a close that overflowed is tried again.
        open[count - 1].close();
        count--;
      }
      stopwatch.stop();
    }
  }
}
