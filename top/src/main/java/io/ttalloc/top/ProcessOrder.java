package io.ttalloc.top;

import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sort orders of processes, in the order of the columns; the highest values come first. */
enum ProcessOrder {
  PID,
  /**
   * Running processes first, then killed ones, then the others; in each state, those that started
   * last come first.
   */
  STATE,
  AGE,
  OPENED,
  CLOSED,
  LIVE,
  BYTES,
  /** The order of {@code ps}: most leaks first, then most open resources. */
  LEAKS;

  private static final List<ProcessOrder> ALL = List.of(values());

  /** Returns the comparator; equal processes keep their order. */
  Comparator<ProcessView> comparator() {
    Comparator<ProcessView> order = Comparator.comparingDouble(this::number).reversed();
    return this == LEAKS ? order.thenComparing(LIVE.comparator()) : order;
  }

  /** Returns the value to sort by; unknown values come last. */
  private double number(ProcessView view) {
    ReportDigest digest = view.deleted() ? null : view.digest();
    return switch (this) {
      case PID -> view.pid();
      case STATE -> 0;
      case AGE -> millis(view.age());
      case OPENED -> view.openedPerSecond();
      case CLOSED -> view.closedPerSecond();
      case LIVE -> digest == null ? -1 : digest.sums().live();
      case BYTES -> digest == null ? -1 : digest.sums().liveBytes();
      case LEAKS -> digest == null ? 0 : Objects.requireNonNullElse(digest.sums().leaks(), 0L);
    };
  }

  private static double millis(@Nullable Duration age) {
    return age == null ? -1 : age.toMillis();
  }

  ProcessOrder next(int step) {
    return ALL.get(Math.floorMod(ALL.indexOf(this) + step, ALL.size()));
  }
}
