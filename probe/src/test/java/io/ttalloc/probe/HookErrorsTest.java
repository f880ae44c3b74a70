package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.hook.FullHeap;
import io.ttalloc.probe.hook.HookErrors;
import io.ttalloc.probe.rule.ProbeType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An error inside a hook is counted and does not affect the application; too many errors switch the
 * probe off.
 */
class HookErrorsTest {
  /** An invalid index of a rule and of a scope. */
  private static final int NONE = 9999;

  @TempDir Path folder;

  private static void fail(int times) {
    for (int i = 0; i < times; i++) {
      Hooks.opened(new WithField(), NONE, null);
    }
  }

  /** Makes every further event fail with an error inside the hook. */
  private static void failAtEveryEvent(Throwable thrown) {
    Probe.listen(
        (kind, resource, tally, lived, bytes, flags, device, space, address) -> sneak(thrown));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void countsEveryErrorAndReportsTheFirst() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      fail(3);
      assertThat(probe.image().hookErrors()).isEqualTo(3);
      assertThat(probe.image().losses()).isEqualTo(Map.of(Loss.HOOK_ERROR, 3L));
      assertThat(probe.failures).hasSize(1);
      assertThat(probe.failures.get(0)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }
  }

  @Test
  void noHookThrowsWhateverIsWrong() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      List<Runnable> calls =
          List.of(
              () -> Hooks.opened(new Object(), NONE, null),
              () -> Hooks.opened(null, probe.plain, null),
              () -> Hooks.closed(new Object(), Hooks.closing(new Object(), NONE), null),
              () -> Hooks.scopeExited(Hooks.scopeEntered(new Object(), NONE), NONE, null),
              () -> Hooks.scopeExited(1 << 30, NONE, null),
              () -> Hooks.failed(new Throwable("thrown in woven code")));
      for (Runnable call : calls) {
        call.run();
      }
      assertThat(probe.image().hookErrors()).isEqualTo(5);
      WithField resource = probe.open(probe.plain, 1);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
      TestProbe.close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void anErrorLosesNothingButTheEventThatItHit() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField before = probe.open(probe.plain, 1);
      WithField owner = probe.open(probe.owner, 2);
      int token = Hooks.scopeEntered(owner, probe.scope);
      fail(1);
      probe.open(probe.plain, 3);
      Hooks.scopeExited(token, probe.scope, owner);
      TestProbe.close(before, probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(2L, 3L);
      assertThat(probe.ownerOf(3)).isEqualTo(2);
    }
  }

  @Test
  void recordsWhatWaitedForAnOpeningThatFails() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField other = probe.open(probe.plain, 1);
      Object space =
          new Object() {
            @Override
            public String toString() {
              probe.defer(new DeferredEvents.Close(other));
              return "L1";
            }
          };
      Throwable unreadable =
          new Throwable() {
            @Override
            public StackTraceElement[] getStackTrace() {
              throw new IllegalStateException("no stack");
            }
          };
      Hooks.opened(
          new WithField(), probe.plain, 2, 0, 0, 0, space, null, true, false, null, unreadable);
      assertThat(probe.image().hookErrors()).isEqualTo(1);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void switchesTheProbeOffAfter1000Errors() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      WithField resource = probe.open(probe.plain, 1);
      fail(999);
      assertThat(probe.switchedOff).isEmpty();
      probe.open(probe.plain, 2);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L);

      fail(1);
      assertThat(probe.switchedOff).containsExactly(1000);
      assertThat(probe.image().process().gaps()).contains(Gap.SWITCHED_OFF);
      probe.open(probe.plain, 3);
      TestProbe.close(resource, probe.plain);
      fail(5);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L);
      assertThat(probe.image().hookErrors()).isEqualTo(1000);
      assertThat(probe.failures).hasSize(1);
    }
  }

  @Test
  void switchesItselfOffOnceThoughManyThreadsFail() throws Exception {
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (TestProbe probe = new TestProbe(folder, false)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(() -> fail(HookErrors.MAX)));
      }
      for (Future<?> each : running) {
        each.get(10, TimeUnit.MINUTES);
      }
      assertThat(probe.switchedOff).containsExactly(HookErrors.MAX);
      assertThat(probe.failures).hasSize(1);
      // The thread that switches the probe off may be interrupted at that point, and other threads
      // continue meanwhile.
      long errors = probe.image().hookErrors();
      assertThat(errors).isBetween((long) HookErrors.MAX, (long) threads * HookErrors.MAX);
      fail(5);
      assertThat(probe.image().hookErrors()).isEqualTo(errors);
    } finally {
      pool.shutdown();
    }
  }

  /** An exception in a listener does not keep errors from being counted. */
  @Test
  void anErrorIsCountedThoughTheListenerFails() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      TestListener failing =
          new TestListener() {
            @Override
            public void failed(Throwable thrown) {
              throw new IllegalStateException("no room for a line");
            }
          };
      HookErrors errors = new HookErrors(probe.writer, failing, new FullHeap(), () -> {});
      errors.failed(new IllegalStateException("as if"));
      assertThat(probe.image().hookErrors()).isEqualTo(1);
    }
  }

  /** Accessing a mapped file that was truncated may throw InternalError anywhere. */
  @Test
  void switchesTheProbeOffAtOnceWhereMemoryFaulted() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      failAtEveryEvent(new InternalError("a fault in unsafe memory"));
      probe.open(probe.plain, 1);
      assertThat(probe.switchedOff).containsExactly(1);
      probe.open(probe.plain, 2);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
    }
  }

  @Test
  void aFullHeapIsALossAndNoError() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      failAtEveryEvent(new OutOfMemoryError("as if"));
      int times = HookErrors.MAX + 10;
      for (int i = 0; i < times; i++) {
        probe.open(probe.plain);
      }
      assertThat(probe.image().losses()).isEqualTo(Map.of(Loss.NO_HEAP, (long) times));
      assertThat(probe.image().hookErrors()).isZero();
      assertThat(probe.switchedOff).isEmpty();
      assertThat(probe.slots()).hasSize(times);
    }
  }

  @Test
  void reportsOnceThatAnAttributeThrewAndStaysOn() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int i = 0; i < HookErrors.MAX + 10; i++) {
        int unused = Hooks.attributeThrew("x", probe.plain, i % 2, new IllegalStateException("no"));
      }
      assertThat(probe.attributeFailures)
          .containsExactly("plain of java.lang.String: no", "plain of java.lang.String: no");
      assertThat(probe.image().process().gaps()).containsExactly(Gap.ATTRIBUTE_THREW);
      assertThat(probe.image().hookErrors()).isZero();
      assertThat(probe.failures).isEmpty();
      assertThat(probe.switchedOff).isEmpty();
    }
  }

  /**
   * If reading attributes throws, the resource is opened without attributes and without a location.
   */
  @Test
  void whatHasNoReadableAttributesIsOpenedAllTheSame() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = new WithField();
      long unread = ProbeType.NOT_READ;
      int none = ProbeType.NO_DEVICE_READ;
      Hooks.opened(
          resource, probe.placed, 64, unread, unread, none, null, null, true, false, null, null);
      assertThat(probe.slot(64).place().hasAddress()).isFalse();
      assertThat(probe.slot(64).place().hasDevice()).isFalse();
      assertThat(probe.slot(64).place().extentBytes()).isEqualTo(64);
      TestProbe.close(resource, probe.placed);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32_768, 33_386, 65_539, -32_769, Integer.MIN_VALUE})
  void aDeviceThatTheLedgerHasNoRoomForIsNone(int device) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = new WithField();
      probe.keep(resource);
      Hooks.opened(resource, probe.placed, 64, 0, 9, device, null, null, true, false, null, null);
      assertThat(probe.slot(64).place().hasDevice()).isFalse();
      assertThat(probe.slot(64).place().hasAddress()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53, (1L << 53) + 1})
  void sizesOutOfRangeCountAsTheNearestInIt(long bytes) throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.open(probe.plain, bytes);
      assertThat(probe.bytesOfSlots()).containsExactly(bytes < 0 ? 0 : 1L << 53);
    }
  }

  @Test
  void recordsAnEntryWhoseNameThrowsAndWhatComesAfterAnError() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField resource = probe.open(probe.plain, 2);
      fail(1);
      Hooks.held(cache, resource, new Throwing());
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.slot(2).ownership().entry())
          .isEqualTo("(toString() threw java.lang.IllegalStateException)");
    }
  }

  private static final class Throwing {
    @Override
    public String toString() {
      throw new IllegalStateException("no name");
    }
  }
}
