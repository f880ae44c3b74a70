package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.TestProbe.WithField;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last call on a resource is recorded, and few of many calls are. */
class TouchesTest {
  private static final String READ = "forEachRemaining";
  private static final String WRITE = "forEach";

  @TempDir Path folder;

  private static SlotEntry.@Nullable Touch touch(TestProbe probe, long bytes) throws IOException {
    SlotEntry.Extension extension = probe.slot(bytes).extension();
    return extension == null ? null : extension.touch();
  }

  private static SlotEntry.Touch known(TestProbe probe, long bytes) throws IOException {
    SlotEntry.Touch touch = touch(probe, bytes);
    assertThat(touch).isNotNull();
    return touch;
  }

  private static String caller(TestProbe probe, long bytes) throws IOException {
    return probe.image().stack(known(probe, bytes).stack()).get(0).method();
  }

  /** Called from a frame that is not of this package, which is that of the hooks. */
  private static void read(Object resource) {
    List.of(resource).iterator().forEachRemaining(Hooks::touched);
  }

  private static void write(Object resource) {
    List.of(resource).forEach(Hooks::touched);
  }

  @Test
  void theLastCallIsKnownByStackThreadAndTime() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField used = probe.open(probe.plain, 1);
      WithField unused = probe.open(probe.plain, 2);
      read(used);
      assertThat(caller(probe, 1)).isEqualTo(READ);
      long before = probe.writer.now();
      Thread other = new Thread(() -> write(used), "other");
      other.start();
      other.join();

      assertThat(caller(probe, 1)).isEqualTo(WRITE);
      assertThat(known(probe, 1).thread()).isEqualTo("other");
      assertThat(known(probe, 1).nanos()).isBetween(before, probe.writer.now());
      assertThat(known(probe, 1).leftOut()).isFalse();
      assertThat(unused).isNotNull();
      assertThat(probe.slot(2).extension()).isNull();
    }
  }

  @Test
  void anOwnerAndAnObjectWithoutAFieldAreKnownTheSameWay() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object foreign = new Object();
      probe.open(foreign, probe.plain, 1);
      WithField owner = probe.open(probe.owner, 2);
      read(foreign);
      write(owner);

      assertThat(caller(probe, 1)).isEqualTo(READ);
      assertThat(caller(probe, 2)).isEqualTo(WRITE);
    }
  }

  @Test
  void withoutStacksThreadAndTimeAreKnown() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      read(probe.open(probe.plain, 1));

      assertThat(known(probe, 1).stack()).isZero();
      assertThat(known(probe, 1).thread()).isEqualTo(Thread.currentThread().getName());
      assertThat(known(probe, 1).nanos()).isPositive();
    }
  }

  @Test
  void callsDuringAndAfterTheCloseAndOnWhatIsUnknownAreNone() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      read(resource);
      Object token = Hooks.closing(resource, probe.plain);
      write(resource);
      assertThat(caller(probe, 1)).isEqualTo(READ);
      Hooks.closed(resource, token, new IllegalStateException("still open"));
      write(resource);
      assertThat(caller(probe, 1)).isEqualTo(WRITE);
      TestProbe.close(resource, probe.plain);
      write(resource);
      write(resource.clone());
      write(new Object());

      assertThat(probe.slots()).isEmpty();
      assertThat(probe.misuses(MisuseKind.USE_AFTER_CLOSE)).isZero();
      // What takes the slot next has none of it.
      probe.open(probe.plain, 2);
      assertThat(touch(probe, 2)).isNull();
      assertThat(probe.image().hookErrors()).isZero();
    }
  }

  @Test
  void aCallByAReclaimerIsNotTheProgramsOwn() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      read(resource);
      Thread cleaner =
          jdk.internal.misc.InnocuousThread.newThread("Cleaner-7", () -> write(resource));
      cleaner.start();
      cleaner.join();

      assertThat(caller(probe, 1)).isEqualTo(READ);
    }
  }

  @Test
  void theCallStaysWhenTheCollectorTakesTheResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField resource = probe.open(probe.plain, 1);
      read(resource);
      TestProbe.collect(resource);
      write(resource);

      assertThat(caller(probe, 1)).isEqualTo(READ);
    }
  }

  @Test
  void ofCallsWithoutEndFewAreRecordedAndTheLedgerSaysThatOthersFollowed() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      WithField resource = probe.open(probe.plain, 1);
      // Until one is left out: at once, unless each call takes a millisecond.
      do {
        read(resource);
      } while (!known(probe, 1).leftOut());
      SlotEntry.Touch last = known(probe, 1);
      long next = probe.writer.slots().touchNext(probe.slot(1).index());

      assertThat(next).isNegative();
      assertThat((next & ~SlotLayout.TOUCHES_LEFT_OUT) - last.nanos())
          .isGreaterThan((Touches.BURST - 1) * Touches.INTERVAL_NANOS);
    }
  }

  @Test
  void theFirstCallsAreAllRecordedThenOneInEachInterval() {
    assertThat(recorded(0, 0, 1_000, 1_000)).isEqualTo(Touches.BURST);
    // A call each microsecond for ten milliseconds.
    assertThat(recorded(5_000_000_000L, 0, 10_000, 1_000)).isEqualTo(Touches.BURST + 9);
    // One in a while: every call.
    assertThat(recorded(7, 0, 100, Touches.INTERVAL_NANOS)).isEqualTo(100);
  }

  @Test
  void aPauseFillsTheBudgetAgainAndNotBeyond() {
    long next = 0;
    for (int i = 0; i < Touches.BURST; i++) {
      next = Touches.next(next, 1);
    }
    assertThat(Touches.isDue(next, 1)).isFalse();
    assertThat(Touches.isDue(next | SlotLayout.TOUCHES_LEFT_OUT, 1)).isFalse();
    assertThat(Touches.isDue(next, 1 + Touches.INTERVAL_NANOS)).isTrue();
    assertThat(recorded(1 + 5 * Touches.INTERVAL_NANOS, next, 1_000, 1)).isEqualTo(5);
    assertThat(recorded(1 + 9_999 * Touches.INTERVAL_NANOS, next, 1_000, 1))
        .isEqualTo(Touches.BURST);
  }

  /** How many of so many calls are recorded. */
  private static int recorded(long start, long budget, int calls, long apart) {
    int recorded = 0;
    long next = budget;
    for (int i = 0; i < calls; i++) {
      long now = start + i * apart;
      if (Touches.isDue(next, now)) {
        next = Touches.next(next, now);
        recorded++;
      } else {
        next |= SlotLayout.TOUCHES_LEFT_OUT;
      }
    }
    return recorded;
  }
}
