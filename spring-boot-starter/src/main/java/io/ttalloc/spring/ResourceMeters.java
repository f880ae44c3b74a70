package io.ttalloc.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.ttalloc.spring.AgentCounters.OfType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Meters for the resources that the agent records: {@code ttalloc.resources.open} by {@code type},
 * and {@code ttalloc.resources.leaks} by {@code type} and {@code verdict}. While nothing is
 * tracked, there are no meters, and the thread that looks for new types ends after a second. New
 * types get their meters within ten seconds. The meters read counters and do not judge resources.
 * Thread-safe.
 */
public final class ResourceMeters implements MeterBinder, AutoCloseable {
  /**
   * The only verdict that can be derived from counters: garbage collected without having been
   * closed.
   */
  private static final String LOST = "LOST";

  private static final long PERIOD_SECONDS = 10;

  /**
   * The time after which an idle thread ends. Must not be too short, because the thread also wakes
   * up at this interval while it waits for the next run of the periodic task.
   */
  private static final long IDLE_SECONDS = 1;

  private final AgentBean bean;
  private final Runnable endOfNotices;

  /**
   * Runs the periodic task. The thread ends {@link #IDLE_SECONDS} after the last task; the next
   * task starts a new thread.
   */
  private final ScheduledThreadPoolExecutor refreshing =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "tt-alloc meters");
            thread.setDaemon(true);
            return thread;
          });

  /** Guarded by this. */
  private final List<Gauges> bound = new ArrayList<>();

  /** The task that looks for new types; null while there is no bean. Guarded by this. */
  private @Nullable Future<?> periodic;

  private record Gauges(MultiGauge open, MultiGauge leaks) {}

  ResourceMeters(AgentBean bean) {
    this.bean = bean;
    refreshing.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    refreshing.allowCoreThreadTimeOut(true);
    this.endOfNotices = bean.onChange(this::start, this::stop);
    if (bean.isThere()) {
      start();
    }
  }

  private synchronized void start() {
    if (periodic == null && !refreshing.isShutdown()) {
      periodic =
          refreshing.scheduleWithFixedDelay(this::refresh, 0, PERIOD_SECONDS, TimeUnit.SECONDS);
    }
  }

  private synchronized void stop() {
    if (periodic != null && !refreshing.isShutdown()) {
      periodic.cancel(false);
      periodic = null;
      refreshing.execute(this::refresh);
    }
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    bound.add(
        new Gauges(
            MultiGauge.builder("ttalloc.resources.open")
                .description("Resources neither closed nor disowned, whether collected or not")
                .register(registry),
            MultiGauge.builder("ttalloc.resources.leaks")
                .description("Resources that were garbage collected and never closed")
                .register(registry)));
    refresh();
  }

  /** Adds the meters of new types, or removes all meters if nothing is tracked any more. */
  private synchronized void refresh() {
    AgentCounters counters = bean.counters();
    List<MultiGauge.Row<?>> open = new ArrayList<>();
    List<MultiGauge.Row<?>> leaks = new ArrayList<>();
    if (counters != null) {
      for (OfType each : counters.types()) {
        String type = each.type();
        open.add(MultiGauge.Row.of(Tags.of("type", type), () -> now(type, OfType::open)));
        leaks.add(
            MultiGauge.Row.of(
                Tags.of("type", type, "verdict", LOST), () -> now(type, OfType::lost)));
      }
    }
    for (Gauges each : bound) {
      each.open().register(open);
      each.leaks().register(leaks);
    }
  }

  private Number now(String type, ToLongFunction<OfType> counter) {
    AgentCounters counters = bean.counters();
    return counters == null ? Double.NaN : counter.applyAsLong(counters.of(type));
  }

  /** Stops listening to the bean and ends the thread. */
  @Override
  public void close() {
    endOfNotices.run();
    refreshing.shutdownNow();
  }
}
