package io.ttalloc.top;

import io.ttalloc.watch.ProcessView;
import io.ttalloc.watch.ReportDigest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sort orders of processes, in the order of the columns; the highest first. */
enum ProcessOrder {
  PID,
  /** The order of {@code ps}. */
  STATE,
  AGE,
  OPENED,
  CLOSED,
  LIVE,
  BYTES,
  LEAKS;

  private static final List<ProcessOrder> ALL = List.of(values());

  /** Equal ones stay in their order. */
  Comparator<ProcessView> comparator() {
    return Comparator.comparingDouble(this::number).reversed();
  }

  /** Unknown values come last. */
  private double number(ProcessView view) {
    ReportDigest digest = view.digest();
    return switch (this) {
      case PID -> view.pid();
      case STATE -> 0;
      case AGE -> millis(view.age());
      case OPENED -> view.openedPerSecond();
      case CLOSED -> view.closedPerSecond();
      case LIVE -> digest == null ? -1 : digest.sums().live();
      case BYTES -> digest == null ? -1 : digest.sums().liveBytes();
      case LEAKS -> digest == null ? -1 : known(digest.sums().leaks());
    };
  }

  private static double millis(@Nullable Duration age) {
    return age == null ? -1 : age.toMillis();
  }

  private static double known(@Nullable Long number) {
    return number == null ? -1 : number;
  }

  ProcessOrder next(int step) {
    return ALL.get(Math.floorMod(ALL.indexOf(this) + step, ALL.size()));
  }
}
