package io.ttalloc.monitor.top;

import io.ttalloc.monitor.live.ProcessView;
import io.ttalloc.monitor.live.ReportDigest;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** What processes may be sorted by, in the order of the columns; the highest first. */
enum ProcessOrder {
  PID(view -> view.pid()),
  /** As {@code ps} has them. */
  STATE(view -> 0),
  AGE(
      view -> {
        var age = view.age();
        return age == null ? -1 : age.toMillis();
      }),
  OPENED(ProcessView::openedPerSecond),
  CLOSED(ProcessView::closedPerSecond),
  LIVE(view -> digest(view, ReportDigest::live)),
  BYTES(view -> digest(view, ReportDigest::liveBytes)),
  LEAKS(
      view -> {
        var digest = view.digest();
        var leaks = digest == null ? null : digest.leaks();
        return leaks == null ? -1 : leaks;
      });

  private final ToDoubleFunction<ProcessView> by;

  ProcessOrder(ToDoubleFunction<ProcessView> by) {
    this.by = by;
  }

  private static double digest(ProcessView view, ToDoubleFunction<ReportDigest> number) {
    var digest = view.digest();
    return digest == null ? -1 : number.applyAsDouble(digest);
  }

  /** Equal ones stay in their order. */
  Comparator<ProcessView> comparator() {
    return Comparator.comparingDouble(by).reversed();
  }

  ProcessOrder next(int step) {
    return values()[Math.floorMod(ordinal() + step, values().length)];
  }
}
