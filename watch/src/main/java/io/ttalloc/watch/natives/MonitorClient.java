package io.ttalloc.watch.natives;

import io.ttalloc.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a monitor for the allocations that processes have reported to it over the allocation socket
 * and that only the monitor knows. There may be no monitor, and any program may be listening at its
 * address, so the time and size of an answer are limited, and {@link NativeJsonReader} validates
 * the answer. Not thread-safe.
 *
 * <p>The JDK's newer HTTP client has its own timeouts, but takes a quarter of a second to start,
 * more than the rest of {@code ps}.
 */
public final class MonitorClient {
  /**
   * The connect timeout that is used if there may be no monitor. If the user has specified a
   * monitor, the timeouts are longer.
   */
  private static final int SILENT_CONNECT_MILLIS = 300;

  private static final int SILENT_ANSWER_SECONDS = 1;
  private static final int CONNECT_MILLIS = 3_000;
  private static final int ANSWER_SECONDS = 10;
  private static final int MAX_BYTES = 8 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  private final URI monitor;
  private final URI address;
  private final boolean silent;
  private final int connectMillis;
  private final int answerSeconds;

  /**
   * The thread of the current exchange. If the exchange takes too long, {@link #ask} returns
   * without waiting for the thread. The thread ends by itself, and only then may another exchange
   * begin.
   */
  private @Nullable Thread exchange;

  /**
   * Creates a client that has not sent a request yet.
   *
   * @param monitor the address of a monitor: http or https, a host, and optionally a port and a
   *     path
   * @param silent whether to report no problem if no program listens at the address; if true,
   *     timeouts are short
   */
  public MonitorClient(URI monitor, boolean silent) {
    this.monitor = monitor;
    String base = monitor.toString();
    this.address = URI.create(base + (base.endsWith("/") ? "" : "/") + "api/native");
    this.silent = silent;
    this.connectMillis = silent ? SILENT_CONNECT_MILLIS : CONNECT_MILLIS;
    this.answerSeconds = silent ? SILENT_ANSWER_SECONDS : ANSWER_SECONDS;
  }

  /**
   * Asks the monitor for the allocations reported over the socket. Data from regions is omitted,
   * since each command reads the regions itself. A failure is reported as a problem in the result.
   * Waits for a limited time.
   */
  public NativeState ask() {
    if (exchange != null && exchange.isAlive()) {
      return tooLate();
    }
    FutureTask<NativeState> answer = new FutureTask<>(this::exchange);
    exchange = new Thread(answer, "tt-alloc-http");
    exchange.setDaemon(true);
    exchange.start();
    try {
      return answer.get(connectMillis + answerMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return tooLate();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NativeState.NONE;
    } catch (ExecutionException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      return problem("cannot be queried: " + (why.getMessage() == null ? why : why.getMessage()));
    }
  }

  private NativeState exchange() throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(connectMillis);
    connection.setReadTimeout((int) answerMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestProperty("Connection", "close");
    try {
      connection.connect();
    } catch (IOException e) {
      return silent ? NativeState.NONE : problem("cannot be reached");
    }
    try {
      return answer(connection);
    } catch (SocketTimeoutException e) {
      return tooLate();
    } finally {
      connection.disconnect();
    }
  }

  private NativeState answer(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      return problem(
          status < 0
              ? "sent no HTTP response"
              : "answered with status %d, expected 200".formatted(status));
    }
    String body = body(connection.getInputStream());
    if (body == null) {
      return problem(String.format(Locale.ROOT, "sent more than %,d bytes", MAX_BYTES));
    }
    try {
      return ofSocket(NativeJsonReader.read(body));
    } catch (IOException e) {
      return problem("sent an answer that " + e.getMessage());
    }
  }

  /** Returns the whole body; null if it is too large. */
  private @Nullable String body(InputStream in) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(answerSeconds);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    int read = in.read(buffer);
    while (read >= 0) {
      body.write(buffer, 0, read);
      if (body.size() > MAX_BYTES) {
        return null;
      }
      if (System.nanoTime() - end > 0) {
        throw new SocketTimeoutException();
      }
      read = in.read(buffer);
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private static NativeState ofSocket(NativeState all) {
    return new NativeState(
        all.processes().stream().filter(it -> it.source() == NativeSource.SOCKET).toList(),
        all.chips().stream().filter(it -> it.source() == NativeSource.SOCKET).toList(),
        0,
        all.forgotten(),
        all.unaccounted(),
        List.of());
  }

  private long answerMillis() {
    return TimeUnit.SECONDS.toMillis(answerSeconds);
  }

  private NativeState tooLate() {
    return problem("did not answer in time (" + answerSeconds + " s)");
  }

  private NativeState problem(String what) {
    return NativeState.problem(
        List.of(
            VisibleText.of(
                "the monitor at %s %s; its processes are not shown".formatted(monitor, what))));
  }
}
