package io.ttalloc.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ttalloc.text.VisibleText;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests over HTTP, using the JDK's own server. Checks who sends a request, limits how
 * many requests are answered at a time and how long each may take, and adds headers to every
 * answer, so that a browser can do nothing with it except display it. Thread-safe.
 */
final class HttpFront implements Closeable {
  private static final int MAX_THREADS = 16;
  private static final int MAX_WAITING = 64;
  private static final int REFUSING_THREADS = 2;
  private static final int MAX_REFUSED = 128;
  private static final int MAX_STREAMS = 8;
  private static final int BACKLOG = 64;
  private static final int SECONDS_TO_SEND_A_REQUEST = 10;
  private static final int SECONDS_TO_TAKE_AN_ANSWER = 120;
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * Whether this thread answers every request with an error, because there are too many requests.
   */
  private static final ThreadLocal<Boolean> REFUSES = ThreadLocal.withInitial(() -> false);

  static {
    // The JDK reads these properties once, when the server's classes are initialized. Without these
    // limits, a client that sends or reads a byte per minute would occupy a thread forever.
    setUnlessGiven("sun.net.httpserver.maxReqTime", SECONDS_TO_SEND_A_REQUEST);
    setUnlessGiven("sun.net.httpserver.maxRspTime", SECONDS_TO_TAKE_AN_ANSWER);
    setUnlessGiven("jdk.httpserver.maxConnections", 4 * MAX_WAITING);
  }

  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  /**
   * The threads for answers without a fixed end, which must not occupy the threads for other
   * answers.
   */
  private final ThreadPoolExecutor streams =
      threads(MAX_STREAMS, new SynchronousQueue<>(), "tt-alloc-http-stream");

  /**
   * The threads that refuse requests for which no other thread is free. They answer with an error,
   * because a closed connection would not tell the client the reason.
   */
  private final ThreadPoolExecutor refusing;

  private final AccessRules access;
  private final Function<Request, HttpAnswer> answers;
  private final Consumer<String> log;

  private HttpFront(
      HttpServer server,
      ThreadPoolExecutor threads,
      ThreadPoolExecutor refusing,
      AccessRules access,
      Function<Request, HttpAnswer> answers,
      Consumer<String> log) {
    this.server = server;
    this.threads = threads;
    this.refusing = refusing;
    this.access = access;
    this.answers = answers;
    this.log = log;
  }

  private static void setUnlessGiven(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  /**
   * Starts to listen on an address; its port may be 0 for any free port.
   *
   * @param token the token that requests must contain; null if they need none
   * @param openPaths the paths that can be read without the token
   * @param answers the function that answers requests; called on several threads
   * @param log receives a line for each answer that failed
   * @throws IOException if the address cannot be used
   */
  static HttpFront start(
      InetSocketAddress address,
      @Nullable String token,
      Set<String> openPaths,
      Function<Request, HttpAnswer> answers,
      Consumer<String> log)
      throws IOException {
    tryOut(address);
    HttpServer server = HttpServer.create(address, BACKLOG);
    ThreadPoolExecutor refusing =
        threads(REFUSING_THREADS, new ArrayBlockingQueue<>(MAX_REFUSED), "tt-alloc-http-refusing");
    ThreadPoolExecutor threads =
        threads(MAX_THREADS, new ArrayBlockingQueue<>(MAX_WAITING), "tt-alloc-http");
    threads.setRejectedExecutionHandler((task, executor) -> refusing.execute(() -> refuse(task)));
    AccessRules access = AccessRules.of(address, server.getAddress().getPort(), token, openPaths);
    HttpFront front = new HttpFront(server, threads, refusing, access, answers, log);
    server.createContext("/", front::handle);
    server.setExecutor(threads);
    server.start();
    return front;
  }

  /**
   * Throws an exception if it is impossible to listen on an address. In that case, the JDK's server
   * would leave its socket and selector open, and it offers no way to close them.
   */
  private static void tryOut(InetSocketAddress address) throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open()) {
      channel.socket().bind(address, BACKLOG);
    }
  }

  private static void refuse(Runnable task) {
    REFUSES.set(true);
    task.run();
  }

  private static ThreadPoolExecutor threads(
      int count, BlockingQueue<Runnable> waiting, String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            1,
            TimeUnit.MINUTES,
            waiting,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) {
    if (REFUSES.get()) {
      finish(
          exchange,
          HttpAnswer.text(503, "too many requests at the same time; retry later")
              .with("Retry-After", "2"));
      return;
    }
    HttpAnswer answer = answer(exchange);
    if (!(answer.body() instanceof HttpAnswer.Stream)) {
      finish(exchange, answer);
      return;
    }
    try {
      streams.execute(() -> finish(exchange, answer));
    } catch (RejectedExecutionException e) {
      finish(
          exchange,
          HttpAnswer.text(503, "too many open streams (limit " + MAX_STREAMS + "); retry later")
              .with("Retry-After", "2"));
    }
  }

  private void finish(HttpExchange exchange, HttpAnswer answer) {
    try (exchange) {
      send(exchange, answer);
    } catch (IOException e) {
      // The client has disconnected.
    } catch (RuntimeException | Error e) {
      failed(exchange, e);
    }
  }

  private void failed(HttpExchange exchange, Throwable why) {
    String path = VisibleText.of(exchange.getRequestURI().getPath());
    log.accept("the request for " + path + " failed: " + VisibleText.of(String.valueOf(why)));
  }

  private HttpAnswer answer(HttpExchange exchange) {
    HttpAnswer refusal = access.refusal(RequestHead.of(exchange));
    if (refusal != null) {
      return refusal;
    }
    Request request;
    try {
      request =
          Request.of(exchange.getRequestURI().getPath(), exchange.getRequestURI().getRawQuery());
    } catch (IllegalArgumentException e) {
      return HttpAnswer.text(400, "the query is not correctly URL-encoded");
    }
    try {
      return answers.apply(request);
    } catch (RuntimeException | Error e) {
      failed(exchange, e);
      return HttpAnswer.text(500, "this request failed; the server keeps running");
    }
  }

  private static void send(HttpExchange exchange, HttpAnswer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.contentType());
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    answer.headers().forEach(headers::set);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    boolean zipped = answer.isText() && takesGzip(exchange.getRequestHeaders());
    if (zipped) {
      headers.set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(answer.status(), 0);
    if (zipped) {
      writeZipped(answer.body(), exchange.getResponseBody());
      return;
    }
    OutputStream out = new BufferedOutputStream(exchange.getResponseBody(), BUFFER_BYTES);
    answer.body().write(out);
    out.flush();
  }

  private static void writeZipped(HttpAnswer.Body body, OutputStream to) throws IOException {
    FastGzip out = new FastGzip(to);
    try {
      body.write(out);
      // Not in a finally block: a failed answer must not look complete.
      out.close();
    } finally {
      out.release();
    }
  }

  private static boolean takesGzip(Headers headers) {
    for (String accepted : headers.getOrDefault("Accept-Encoding", List.of())) {
      for (String coding : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
        String[] parts = coding.strip().split("\\s*;\\s*", -1);
        if (parts[0].equals("gzip") && !(parts.length > 1 && parts[1].matches("q=0(\\.0*)?"))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Compresses with little processor time. A flush sends everything that was written before it. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES, true);
      def.setLevel(Deflater.BEST_SPEED);
    }

    void release() {
      def.end();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    refusing.shutdownNow();
    streams.shutdownNow();
    threads.shutdownNow();
  }
}
