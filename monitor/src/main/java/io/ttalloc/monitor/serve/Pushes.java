package io.ttalloc.monitor.serve;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.monitor.live.MachineState;
import io.ttalloc.monitor.notify.LeakNotifier;
import io.ttalloc.monitor.otlp.OtlpPush;
import io.ttalloc.monitor.push.Destination;
import java.io.Closeable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the monitor sends without being asked. For the thread that watches. */
final class Pushes implements Closeable {
  private final @Nullable LeakNotifier notifier;
  private final @Nullable OtlpPush otlp;

  private Pushes(@Nullable LeakNotifier notifier, @Nullable OtlpPush otlp) {
    this.notifier = notifier;
    this.otlp = otlp;
  }

  /**
   * Starts to send what the settings ask for.
   *
   * @param metrics called on other threads
   * @param out gets a line for whatever happens; called on other threads
   */
  static Pushes start(
      PushSettings settings, Supplier<MetricSnapshots> metrics, Consumer<String> out) {
    Destination leaks = settings.leaks();
    Destination collector = settings.otlp();
    return new Pushes(
        leaks == null ? null : new LeakNotifier(leaks, out),
        collector == null
            ? null
            : OtlpPush.start(collector, settings.otlpInterval(), metrics, out));
  }

  /** Takes each state, and waits for nobody. */
  void next(MachineState state) {
    if (notifier != null) {
      notifier.next(state);
    }
  }

  @Override
  public void close() {
    if (notifier != null) {
      notifier.close();
    }
    if (otlp != null) {
      otlp.close();
    }
  }
}
