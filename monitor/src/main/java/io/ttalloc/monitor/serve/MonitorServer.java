package io.ttalloc.monitor.serve;

import io.ttalloc.monitor.live.MachineWatch;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches a machine and answers requests until it is closed. */
public final class MonitorServer implements Closeable {
  /** Half of what a user waits for at most until the end of a process is told. */
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** Of one processor; together with reading, less than a tenth for fifty busy processes. */
  private static final double ANALYSIS_SHARE = 0.06;

  private final MachineLoop loop;
  private final HttpFront front;
  private final MachineLog log;

  private MonitorServer(MachineLoop loop, HttpFront front, MachineLog log) {
    this.loop = loop;
    this.front = front;
    this.log = log;
  }

  /**
   * Starts to listen.
   *
   * @param folders where ledgers are; need not exist
   * @param address where to listen
   * @param token what requests must carry; null if they need none
   * @param out gets a line for whatever happens
   * @throws IOException the address cannot be used
   */
  public static MonitorServer start(
      List<Path> folders, InetSocketAddress address, @Nullable String token, Consumer<String> out)
      throws IOException {
    MachineLoop loop = new MachineLoop(new MachineWatch(folders, ANALYSIS_SHARE), INTERVAL);
    HttpFront front = HttpFront.start(address, token, new MonitorAnswers(loop::latest), out);
    return new MonitorServer(loop, front, new MachineLog(out));
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return front.address();
  }

  /** Watches until {@link #close}; then prints what is open one last time. */
  public void run() throws InterruptedException {
    try {
      loop.run(log::print);
    } finally {
      front.close();
      log.statistics(loop.latest());
    }
  }

  /** Ends {@link #run} soon; on any thread. */
  @Override
  public void close() {
    loop.close();
  }
}
