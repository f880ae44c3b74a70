package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.stack.RawStacks;
import io.ttalloc.probe.stack.StackCapture;
import io.ttalloc.probed.Caller;
import io.ttalloc.probed.Opener;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Equal stacks are stored once, whichever thread they come from; different ones are never merged.
 */
class StackInterningTest {
  @TempDir Path folder;

  private static List<Long> opened(TestProbe probe) throws Exception {
    return probe.tallies().stream().map(TallyEntry::opened).sorted().toList();
  }

  @Test
  void countsWhatOneLineOpensInOneTally() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 100; i++) {
        Caller.open(new Object(), probe.plain);
      }
      assertThat(opened(probe)).containsExactly(100L);
    }
  }

  @Test
  void countsWhatTwoLinesOpenInTwoTallies() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 3; i++) {
        Caller.openLeft(new Object(), probe.plain, 0);
        Caller.openRight(new Object(), probe.plain, 0);
      }
      assertThat(opened(probe)).containsExactly(3L, 3L);
    }
  }

  @Test
  void countsTypesOfOneStackEachByItself() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int type : new int[] {probe.plain, probe.owner, probe.plain}) {
        Caller.open(new Object(), type);
      }
      assertThat(opened(probe)).containsExactly(1L, 2L);
      assertThat(probe.tallies().stream().map(TallyEntry::stack).distinct()).hasSize(1);
    }
  }

  /** The JVM keeps frames in chunks of 32. */
  @ParameterizedTest
  @ValueSource(ints = {1, 29, 30, 31, 32, 33, 61, 62, 63, 64, 65, 130})
  void distinguishesStacksThatDifferOnlySoDeep(int depth) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < 2; i++) {
        Caller.openLeft(new Object(), probe.plain, depth);
        Caller.openRight(new Object(), probe.plain, depth);
      }
      assertThat(opened(probe)).containsExactly(2L, 2L);
    }
  }

  @Test
  void distinguishesFramesThatDifferInNothingButTheClass() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (Opener opener : List.of(new Opener.First(), new Opener.Second(), new Opener.First())) {
        opener.open(new Object(), probe.plain);
      }
      assertThat(opened(probe)).containsExactly(1L, 2L);
    }
  }

  /** Defines {@link Opener.First} again; all other classes come from its parent. */
  private static final class Again extends ClassLoader {
    Again() {
      super(Again.class.getClassLoader());
    }

    Opener opener() throws Exception {
      String name = Opener.First.class.getName();
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length)
            .asSubclass(Opener.class)
            .getDeclaredConstructor()
            .newInstance();
      }
    }
  }

  @Test
  void takesEqualTextFromSeveralClassLoadersForOneStack() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      List<Opener> openers =
          List.of(new Again().opener(), new Again().opener(), new Opener.First());
      assertThat(openers.stream().map(Object::getClass).distinct()).hasSize(3);
      for (Opener opener : openers) {
        opener.open(new Object(), probe.plain);
      }
      assertThat(opened(probe)).containsExactly(3L);
    }
  }

  @Test
  void countsWhatThreadsOpenAtOnceAtOneLineInOneTally() throws Exception {
    int threads = 4;
    int each = 2_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (TestProbe probe = new TestProbe(folder)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(
            pool.submit(
                () -> {
                  for (int j = 0; j < each; j++) {
                    Object resource = new Object();
                    Caller.open(resource, probe.plain);
                    Caller.close(resource, probe.plain);
                  }
                }));
      }
      for (Future<?> one : running) {
        one.get(10, TimeUnit.MINUTES);
      }
      assertThat(opened(probe)).containsExactly((long) threads * each);
      assertThat(probe.slots()).isEmpty();
    } finally {
      pool.shutdown();
    }
  }

  /** If raw stacks are not available, every stack is resolved. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void givesTheSameIdsWithAndWithoutRawKeys(boolean raw) throws Exception {
    LedgerWriter writer =
        new LedgerWriter(
            folder.resolve("test.ledger").toFile(),
            new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, true),
            0);
    try {
      assertThat(RawStacks.selfTest()).isTrue();
      FullHeap heap = new FullHeap();
      HookErrors errors = new HookErrors(writer, new TestListener(), heap, () -> {});
      StackCapture capture = new StackCapture(writer, true, raw, heap, errors);
      int type = writer.type("plain", "Plain", 0, null, null, 0);
      int other = writer.type("other", "Plain", 0, null, null, 0);
      List<Throwable> here = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        here.add(new Throwable());
      }
      Throwable elsewhere = new Throwable();
      int id = capture.tally(type, here.get(0)).stackId();
      assertThat(id).isNotZero();
      assertThat(capture.tally(type, here.get(1)).stackId()).isEqualTo(id);
      assertThat(capture.tally(other, here.get(2)).stackId()).isEqualTo(id);
      // Frames of this package count as hooks, so both stacks have the same remaining frames.
      assertThat(capture.tally(type, elsewhere).stackId()).isEqualTo(id);
    } finally {
      writer.ended();
    }
  }

  @Test
  void recordsOpeningsThoughTheLedgerHasNoRoomForMoreStacks() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object before = new Object();
      Caller.openLeft(before, probe.plain, 0);
      fillStacks(probe.writer);
      for (int i = 0; i < 3; i++) {
        Caller.openRight(new Object(), probe.plain, 0);
      }
      Caller.close(before, probe.plain);
      assertThat(probe.image().process().gaps()).contains(Gap.STACKS_UNKNOWN);
      assertThat(probe.image().losses()).isEmpty();
      assertThat(probe.slots())
          .hasSize(3)
          .allSatisfy(slot -> assertThat(slot.tally().stack()).isEmpty());
      assertThat(opened(probe)).containsExactly(1L, 3L);
      assertThat(probe.failures).isEmpty();
    }
  }

  /** Writes stacks until there is room for other records, but not for another stack. */
  private static void fillStacks(LedgerWriter writer) {
    int[] frames = new int[256];
    for (int i = 0; i < frames.length; i++) {
      frames[i] = writer.frame("Filler", "fill", null, i);
    }
    boolean full = false;
    for (int i = 0; !full; i++) {
      int[] stack = {frames[i & 255], frames[i >> 8 & 255], frames[i >> 16 & 255]};
      full = writer.stack(stack) == 0 && writer.frame("Filler", "other", null, i) != 0;
      assertThat(i).as("stacks").isLessThan(1 << 24);
    }
  }
}
