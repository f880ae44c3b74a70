package io.ttalloc.monitor.natives;

import io.ttalloc.yaml.VisibleText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a monitor what processes told it over the allocation socket, which it alone knows. Nobody
 * need listen there, and who does may be anybody: time and size of an answer are bounded, and
 * {@link NativeJsonReader} believes none of it. Thread-safe.
 */
public final class MonitorClient {
  private static final Duration TO_CONNECT = Duration.ofMillis(300);
  private static final Duration TO_ANSWER = Duration.ofSeconds(1);
  private static final int MOST_BYTES = 8 << 20;
  private static final int OK = 200;

  private final URI monitor;
  private final URI address;
  private final boolean silent;
  private final HttpClient http;

  /**
   * A client that has not asked yet.
   *
   * @param monitor the address of a monitor: http or https, a host, and perhaps a port and a path
   * @param silent whether it is no problem if nobody listens there
   */
  public MonitorClient(URI monitor, boolean silent) {
    this.monitor = monitor;
    String base = monitor.toString();
    this.address = URI.create(base + (base.endsWith("/") ? "" : "/") + "api/native");
    this.silent = silent;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
  }

  /**
   * What it knows from the socket; what it knows from regions is left out, since each command reads
   * these itself. A problem is a line of it. Takes little more than a second at most.
   */
  public NativeState ask() {
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(
            HttpRequest.newBuilder(address).timeout(TO_CONNECT.plus(TO_ANSWER)).build(),
            response -> new BoundedBody(MOST_BYTES));
    try {
      return read(answer.get(TO_CONNECT.plus(TO_ANSWER).toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      answer.cancel(true);
      return problem("did not answer within a second");
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      return NativeState.NONE;
    } catch (ExecutionException e) {
      return failed(e.getCause() == null ? e : e.getCause());
    }
  }

  private NativeState read(HttpResponse<byte[]> answer) {
    if (answer.statusCode() != OK) {
      return problem("answered with status %d, expected 200".formatted(answer.statusCode()));
    }
    try {
      NativeState all = NativeJsonReader.read(new String(answer.body(), StandardCharsets.UTF_8));
      return new NativeState(
          all.processes().stream().filter(it -> it.source() == NativeSource.SOCKET).toList(),
          all.chips().stream().filter(it -> it.source() == NativeSource.SOCKET).toList(),
          0,
          all.forgotten(),
          all.unaccounted(),
          List.of());
    } catch (IOException e) {
      return problem("sent an answer that " + e.getMessage());
    }
  }

  private NativeState failed(Throwable why) {
    if (why instanceof ConnectException || why instanceof HttpConnectTimeoutException) {
      return silent ? NativeState.NONE : problem("cannot be reached");
    }
    String message = why.getMessage();
    return problem("cannot be asked: " + (message == null ? why : message));
  }

  private NativeState problem(String what) {
    return NativeState.problem(
        List.of(
            VisibleText.of(
                "the monitor at %s %s; its processes are not shown".formatted(monitor, what))));
  }
}
