package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.hook.ThreadStates;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The state of each thread: its name, its slots, and whether it is inside a hook. */
class ThreadStatesTest {
  @TempDir Path folder;

  private ThreadStates states() throws Exception {
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, true);
    return new ThreadStates(new LedgerWriter(folder.resolve("test.ledger").toFile(), about, 1024));
  }

  private static void run(String name, Runnable task) throws InterruptedException {
    Thread thread = new Thread(task, name);
    thread.start();
    thread.join();
  }

  @Test
  void aThreadWhoseThreadLocalsWereErasedKeepsItsState() throws Exception {
    ThreadStates states = states();
    ThreadState before = states.get();
    states.remove();
    assertThat(states.get()).isSameAs(before);
    assertThat(states.ofPlatformThreads()).containsExactly(before);
  }

  @Test
  void everyThreadHasItsOwn() throws Exception {
    ThreadStates states = states();
    AtomicReference<ThreadState> other = new AtomicReference<>();
    run("other", () -> other.set(states.get()));
    assertThat(other.get()).isNotNull().isNotSameAs(states.get());
  }

  @Test
  void threadsOfTheApplicationCountInStripesOfTheirOwnWhateverThreadsTheAgentHas()
      throws Exception {
    ThreadStates states = states();
    List<Integer> stripes = new ArrayList<>();
    for (int i = 0; i < RecordLayout.STRIPES; i++) {
      run("worker", () -> stripes.add(states.get().stripe & (RecordLayout.STRIPES - 1)));
      run("tt-alloc-unseen", () -> assertThat(states.get().stripe).isZero());
    }
    assertThat(stripes).doesNotHaveDuplicates();
  }

  @Test
  void namesTheThreadThatOpenedAResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      run("worker 17", () -> probe.open(probe.plain, 1));
      run("", () -> probe.open(probe.plain, 2));
      run("n".repeat(1000), () -> probe.open(probe.plain, 3));
      assertThat(probe.slot(1).opened().thread()).isEqualTo("worker 17");
      assertThat(probe.slot(2).opened().thread()).isEqualTo("(unnamed thread)");
      assertThat(probe.slot(3).opened().thread()).isEqualTo("n".repeat(256));
    }
  }

  @ParameterizedTest
  @CsvSource({"pool-12-thread-345, pool-#-thread-#", "main, main", "7, #", "a1b22c, a#b#c"})
  void leavesNumbersOutOfNamesOfWhichThereAreTooMany(String name, String without) {
    assertThat(ThreadStates.withoutNumbers(name)).isEqualTo(without);
  }

  @Test
  void slotsThatEndedThreadsKeptComeBack() throws Exception {
    int threads = 2_000;
    try (TestProbe probe = new TestProbe(folder, false)) {
      for (int i = 0; i < threads; i++) {
        run("short", () -> probe.open(probe.plain, 1));
      }
      List<SlotEntry> slots = probe.slots();
      assertThat(slots).hasSize(threads);
      // Each thread took 32 slots and used one; if none were returned, this would take 64,000.
      int first = slots.stream().mapToInt(slot -> slot.id().index()).min().orElseThrow();
      int last = slots.stream().mapToInt(slot -> slot.id().index()).max().orElseThrow();
      assertThat(last - first).isLessThan(16_000);
      assertThat(probe.image().losses()).isEmpty();
    }
  }

  /** Virtual threads exist from JDK 21 on. */
  @Test
  void aVirtualThreadKeepsNoSlots() throws Exception {
    Assumptions.assumeTrue(VirtualThreads.areThere());
    int threads = 2_000;
    try (TestProbe probe = new TestProbe(folder, false)) {
      for (int i = 0; i < threads; i++) {
        Thread thread = VirtualThreads.start(() -> probe.open(probe.plain, 1));
        thread.join();
        assertThat(ThreadStates.isVirtual(thread)).isTrue();
      }
      List<SlotEntry> slots = probe.slots();
      assertThat(slots).hasSize(threads);
      int first = slots.stream().mapToInt(slot -> slot.id().index()).min().orElseThrow();
      int last = slots.stream().mapToInt(slot -> slot.id().index()).max().orElseThrow();
      assertThat(last - first).isLessThan(threads + 100);
      assertThat(slots.get(0).opened().thread()).isEqualTo("(virtual thread)");
    }
  }

  @Test
  void aPlatformThreadIsNotVirtual() {
    assertThat(ThreadStates.isVirtual(Thread.currentThread())).isFalse();
  }
}
