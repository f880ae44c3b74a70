package io.ttalloc.watch;

import io.ttalloc.ledger.watch.LedgerPulse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one process over the last minute, one sample for each second. Not thread-safe.
 */
final class CountHistory {
  private static final long SECOND = 1_000_000_000L;
  private static final int SAMPLES = 60;

  /** The number of samples over which rates are averaged, so that they do not flicker. */
  private static final int RATE_SAMPLES = 5;

  private record Sample(long nanos, long opened, long closed, long open) {}

  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  /** Adds a sample if a second has passed since the last one. */
  void add(long nanos, LedgerPulse pulse) {
    Sample last = samples.peekLast();
    if (last == null || nanos - last.nanos >= SECOND) {
      samples.add(new Sample(nanos, pulse.opened(), pulse.closed(), pulse.open()));
      if (samples.size() > SAMPLES) {
        samples.remove();
      }
    }
  }

  /** Returns the number of resources opened per second during the last few seconds. */
  double openedPerSecond(long nanos, LedgerPulse now) {
    Sample base = base();
    return base == null ? 0 : rate(now.opened() - base.opened, nanos - base.nanos);
  }

  /** Returns the number of resources closed per second during the last few seconds. */
  double closedPerSecond(long nanos, LedgerPulse now) {
    Sample base = base();
    return base == null ? 0 : rate(now.closed() - base.closed, nanos - base.nanos);
  }

  private static double rate(long count, long nanos) {
    return nanos <= 0 ? 0 : Math.max(0, count) * (double) SECOND / nanos;
  }

  private @Nullable Sample base() {
    Sample found = null;
    int skip = Math.max(0, samples.size() - RATE_SAMPLES);
    for (Sample sample : samples) {
      if (skip-- == 0) {
        found = sample;
      }
    }
    return found;
  }

  /** Returns the number of open resources at each sample, the oldest first. */
  List<Long> open() {
    List<Long> open = new ArrayList<>();
    samples.forEach(sample -> open.add(sample.open));
    return open;
  }
}
