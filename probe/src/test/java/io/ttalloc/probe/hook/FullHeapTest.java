package io.ttalloc.probe.hook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FullHeapTest {
  private static final long MILLIS = 1_000_000;

  private final Simulated heap = new Simulated();

  @Test
  void nothingIsHeldOffBeforeAFailure() {
    heap.available = 0;
    assertThat(heap.holdsOff()).isFalse();
    heap.sufficed();
    assertThat(heap.holdsOff()).isFalse();
  }

  @Test
  void afterAFailureOneAttemptIsMadeInATenthOfASecond() {
    heap.failed();
    assertThat(heap.holdsOff()).isTrue();
    heap.pass(99 * MILLIS);
    assertThat(heap.holdsOff()).isTrue();
    heap.pass(2 * MILLIS);
    assertThat(heap.holdsOff()).isFalse();
    // Simulates another thread that asks before the first thread has reported its result.
    assertThat(heap.holdsOff()).isTrue();
  }

  @Test
  void anAttemptThatTookLongIsNotRepeatedForTwentyTimesAsLong() {
    heap.failed();
    heap.pass(101 * MILLIS);
    assertThat(heap.holdsOff()).isFalse();
    heap.pass(30 * MILLIS);
    heap.failed();
    heap.pass(590 * MILLIS);
    assertThat(heap.holdsOff()).isTrue();
    heap.pass(20 * MILLIS);
    assertThat(heap.holdsOff()).isFalse();
  }

  @Test
  void noPauseIsLongerThanAMinute() {
    heap.failed();
    heap.pass(101 * MILLIS);
    assertThat(heap.holdsOff()).isFalse();
    heap.pass(10_000 * MILLIS);
    heap.failed();
    heap.pass(59_000 * MILLIS);
    assertThat(heap.holdsOff()).isTrue();
    heap.pass(2_000 * MILLIS);
    assertThat(heap.holdsOff()).isFalse();
  }

  @Test
  void aHeapOfWhichAQuarterIsFreeIsNotFull() {
    heap.available = Simulated.MAX_BYTES / 4;
    heap.failed();
    assertThat(heap.holdsOff()).isTrue();
    heap.available++;
    assertThat(heap.holdsOff()).isFalse();
  }

  @Test
  void asSoonAsThereIsHeapAgainHooksGoOn() {
    heap.available = 100;
    heap.failed();
    heap.available += Simulated.MAX_BYTES / 32;
    assertThat(heap.holdsOff()).isTrue();
    heap.available++;
    assertThat(heap.holdsOff()).isFalse();
    heap.sufficed();
    heap.available = 0;
    assertThat(heap.holdsOff()).isFalse();
  }

  @Test
  void aStackWithoutFramesDidNotFit() {
    heap.sufficedFor(new Throwable());
    assertThat(heap.holdsOff()).isFalse();
    Throwable empty = new Throwable();
    empty.setStackTrace(new StackTraceElement[0]);
    heap.sufficedFor(empty);
    assertThat(heap.holdsOff()).isTrue();
    heap.sufficedFor(null);
    assertThat(heap.holdsOff()).isFalse();
  }

  /** A simulated heap and clock, which change only when the test changes them. */
  private static final class Simulated extends FullHeap {
    static final long MAX_BYTES = 1 << 20;

    private long now = Long.MAX_VALUE - 50 * MILLIS;
    private long available;

    void pass(long nanos) {
      now += nanos;
    }

    @Override
    long nanos() {
      return now;
    }

    @Override
    long available() {
      return available;
    }

    @Override
    long maxBytes() {
      return MAX_BYTES;
    }
  }
}
