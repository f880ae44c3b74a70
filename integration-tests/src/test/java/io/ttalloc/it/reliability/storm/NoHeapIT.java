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
import io.ttalloc.it.reliability.program.Things.Gate;
import io.ttalloc.it.reliability.program.Witnesses;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.testing.Reliability;
import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a program that exhausts its heap, and then causes events that allocate nothing in the
 * program, but a little in the hooks.
 */
@Variant
class NoHeapIT {
  @TempDir private Path folder;

  @EveryJdk
  @Reliability
  void allWorksAfterwardsThoughHooksHadNoHeapAgainAndAgain(Jdk jdk) throws Exception {
    storm(jdk, Effort.of(25));
  }

  private void storm(Jdk jdk, int times) throws Exception {
    Storm storm = Storm.in(folder);
    JvmResult result =
        storm.on(jdk, EatsItsHeap.class, times).jvmFlags("-Xmx16m", "-XX:+UseSerialGC").run();
    PrintedFacts facts = PrintedFacts.in(result.out());
    LedgerImage ledger = storm.ledgers().readThoughHooksFailed();
    long lost = Counts.of(ledger).lostWitnesses();
    Row.of(
            Trial.NO_HEAP,
            jdk,
            String.format(
                Locale.ROOT, "%d times, %,d events without heap", times, facts.get("events")),
            lost,
            ledger.dropped(),
            facts.get(PrintedFacts.MAX_NANOS),
            result.exitStatus())
        .write();

    result.expectSuccess();
    assertThat(ledger.dropped() + ledger.hookErrors())
        .as("what hooks could not do without heap")
        .isPositive();
    assertThat(facts.get("thrown")).as("errors that came out of hooks: %s", result.err()).isZero();
    assertThat(facts.get("brokenClasses")).as(result.err()).isZero();
    assertThat(result.err()).doesNotContain("switched itself off", "NoClassDefFoundError");
    assertThat(lost).as("witnesses, after %s", result.err()).isZero();
  }

  /** Repeatedly exhausts its heap down to the last bytes and releases it. */
  static final class EatsItsHeap {
    private static final int GATES = 64;

    /** An element of a linked list that needs no other objects. */
    private static final class Block {
      private final byte[] bytes;
      private final Block next;

      Block(byte[] bytes, Block next) {
        this.bytes = bytes;
        this.next = next;
      }
    }

    private static final Stopwatch STOPWATCH = new Stopwatch();
    private static final Gate[] ALL = new Gate[GATES];
    private static Block eaten;
    private static long events;
    private static long thrown;
    private static OutOfMemoryError lastThrown;

    private EatsItsHeap() {}

    public static void main(String[] args) {
      int times = Integer.parseInt(args[1]);
      for (int i = 0; i < GATES; i++) {
        ALL[i] = new Gate();
      }
      // The program's own calls must be linked while there is heap. All stacks but the first few
      // appear for the first time when the heap is full.
      eaten = new Block(new byte[1], null);
      passAll(1, 1);
      Random random = new Random(1);
      for (int i = 0; i < times; i++) {
        int room = random.nextInt(4096);
        eat();
        passAll(room, 16);
        eaten = null;
      }
      for (Gate gate : ALL) {
        gate.stop();
      }
      PrintedFacts.print("events", events);
      PrintedFacts.print("thrown", thrown);
      if (lastThrown != null) {
        lastThrown.printStackTrace();
      }
      JdkClasses.tellBroken();
      Witnesses.run();
      PrintedFacts.addTimes(STOPWATCH);
      PrintedFacts.printMax();
    }

    /** Fills the whole heap with smaller and smaller blocks. */
    private static void eat() {
      for (int size = 1 << 20; size >= 1; size >>= 2) {
        try {
          while (true) {
            eaten = new Block(new byte[size], eaten);
          }
        } catch (OutOfMemoryError e) {
          // Smaller blocks may still fit.
        }
      }
    }

    @SuppressWarnings("StaticAssignmentOfThrowable") // Printed when there is heap again.
    private static void passAll(int room, int depths) {
      for (int i = 0; i < GATES; i++) {
        Gate gate = ALL[i];
        try {
          if (i == GATES / 2) {
            // Runs the other gates with a little free heap, which the first events use up.
            giveBack(room);
          }
          events++;
          STOPWATCH.start();
          if (gate.isOpen()) {
            gate.stop();
          } else {
            passBelow(i % depths, gate);
          }
          STOPWATCH.stop();
        } catch (OutOfMemoryError e) {
          thrown++;
          lastThrown = e;
        }
      }
    }

    private static void giveBack(int bytes) {
      for (int freed = 0; freed < bytes && eaten != null; freed += 24) {
        freed += eaten.bytes.length;
        eaten = eaten.next;
      }
    }

    private static void passBelow(int depth, Gate gate) {
      if (depth == 0) {
        gate.start();
      } else {
        passBelow(depth - 1, gate);
      }
    }
  }
}
