package io.ttalloc.serve;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.ttalloc.ledger.watch.EventLimits;
import io.ttalloc.serve.metrics.MachineMetrics;
import io.ttalloc.serve.notify.Destination;
import io.ttalloc.serve.notify.LeakNotifier;
import io.ttalloc.serve.page.PageFiles;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.MachineWatch;
import io.ttalloc.watch.ReportDigest;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Watches a machine and answers requests until it is closed. */
public final class MonitorServer implements Closeable {
  /** The default port. */
  public static final int DEFAULT_PORT = 7287;

  /**
   * The time between two readings: half of the time within which the end of a process must be
   * reported.
   */
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /**
   * The share of one processor for analyses. For fifty busy processes, analyses and readings
   * together take less than a tenth of a processor.
   */
  private static final double ANALYSIS_SHARE = 0.05;

  private final MachineWatch watch;
  private final WatchedNatives natives;
  private final HttpFront front;
  private final ApiAnswers api;
  private final MachineLog log;
  private final @Nullable LeakNotifier notifier;
  private final OutputLines lines;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile MachineState latest;

  private MonitorServer(
      Settings settings,
      MachineWatch watch,
      MachineState first,
      WatchedNatives natives,
      OutputLines lines)
      throws IOException {
    this.watch = watch;
    this.latest = first;
    this.natives = natives;
    this.lines = lines;
    log = new MachineLog(lines);
    Supplier<MachineState> state = () -> latest;
    PageFiles page = PageFiles.load(settings.token != null);
    JudgedReports reports = new JudgedReports();
    api = new ApiAnswers(settings.folders, state, natives::state, reports, InstantSource.system());
    Supplier<MetricSnapshots> metrics = () -> MachineMetrics.of(latest, natives.metrics());
    MonitorAnswers answers = new MonitorAnswers(state, metrics, page, reports, api);
    front = HttpFront.start(settings.address, settings.token, page.paths(), answers, lines);
    notifier = settings.notified == null ? null : new LeakNotifier(settings.notified, lines);
  }

  /**
   * The settings of a server.
   *
   * @param folders the directories of ledgers; they need not exist
   * @param events the maximum number of events printed for each process and reading
   * @param address the address on which to listen for requests
   * @param token the token that requests must contain; null if they need none
   * @param notified the receiver of a notification for each leak; null for none
   */
  public record Settings(
      List<Path> folders,
      EventLimits events,
      InetSocketAddress address,
      @Nullable String token,
      @Nullable Destination notified) {
    public Settings {
      folders = List.copyOf(folders);
    }
  }

  /**
   * Starts a server, which listens from now on.
   *
   * @param watching a function that starts watching native processes, and whose argument receives
   *     the lines to print
   * @param out receives a line for every event, on a separate thread, so that a stalled reader
   *     blocks nothing else
   * @throws IOException if the address cannot be used
   */
  public static MonitorServer start(
      Settings settings, Function<Consumer<String>, WatchedNatives> watching, PrintWriter out)
      throws IOException {
    MachineWatch watch = new MachineWatch(settings.folders, ANALYSIS_SHARE, maxSites(settings));
    watch.readEvents(settings.events);
    MachineState first = watch.next();
    OutputLines lines = OutputLines.to(out);
    WatchedNatives natives = watching.apply(lines);
    try {
      return new MonitorServer(settings, watch, first, natives, lines);
    } catch (IOException | RuntimeException e) {
      natives.close();
      lines.close();
      throw e;
    }
  }

  /**
   * The number of sites to keep for each process. Sites that are never shown would fill the heap:
   * 500 processes may have 200 leaks each.
   */
  private static int maxSites(Settings settings) {
    return settings.notified == null ? ApiAnswers.MAX_SITES : ReportDigest.MAX_SITES;
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return front.address();
  }

  /**
   * Watches on the calling thread until {@link #close} is called, then reads once more and prints
   * what is open one last time.
   */
  public void run() throws InterruptedException {
    try {
      tell(latest);
      boolean last;
      do {
        last = stopped.await(INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
        latest = watch.next();
        tell(latest);
      } while (!last);
    } finally {
      watch.close();
      front.close();
      if (notifier != null) {
        notifier.close();
      }
      natives.close();
      lines.close(CurrentStatistics.lines(latest, natives, log.ended()));
    }
  }

  private void tell(MachineState state) {
    api.publish(state);
    if (notifier != null) {
      notifier.next(state);
    }
    natives.publish(state);
    log.print(state, watch.events(), natives);
  }

  /** Makes {@link #run} end soon. May be called on any thread. */
  @Override
  public void close() {
    stopped.countDown();
  }
}
