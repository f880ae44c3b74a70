package io.ttalloc.serve.notify;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** A real server that receives notifications and answers as a test specifies. */
final class NotificationReceiver implements AutoCloseable {
  /** A pseudo status: the request is never answered. */
  static final int NEVER_ANSWER = -1;

  /** A pseudo status: the answer has status 200 and an endless body. */
  static final int ENDLESS_BODY = -2;

  /** A pseudo status: the answer has status 503, but only after {@link #release}. */
  static final int HELD = -3;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Semaphore brokenOff = new Semaphore(0);
  private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> statuses = new LinkedBlockingQueue<>();
  final List<String> paths = new CopyOnWriteArrayList<>();
  final List<String> authorizations = new CopyOnWriteArrayList<>();

  NotificationReceiver() throws IOException {
    this(0);
  }

  NotificationReceiver(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::take);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "http://127.0.0.1:" + port() + "/hook?key=secret";
  }

  /** Sets the statuses of the next answers, in order; all later answers have status 204. */
  NotificationReceiver answering(int... next) {
    for (int status : next) {
      statuses.add(status);
    }
    return this;
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      Integer status = statuses.poll();
      paths.add(exchange.getRequestURI().getPath());
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      answer(exchange, status == null ? 204 : status);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, int status) throws IOException, InterruptedException {
    if (status == NEVER_ANSWER) {
      closed.await();
    } else if (status == HELD) {
      released.await();
      exchange.sendResponseHeaders(503, -1);
    } else if (status == ENDLESS_BODY) {
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        while (closed.getCount() > 0) {
          out.write(new byte[1_000]);
        }
      } catch (IOException e) {
        brokenOff.release();
      }
    } else {
      exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + port() + "/elsewhere");
      exchange.sendResponseHeaders(status, -1);
    }
  }

  /** Waits for the next notification and returns it. */
  JsonObject take() throws InterruptedException {
    return JsonParser.parseString(bodies.take()).getAsJsonObject();
  }

  /** Waits until the client has stopped reading this number of endless answers. */
  void awaitBrokenOff(int answers) throws InterruptedException {
    brokenOff.acquire(answers);
  }

  /** Lets the server send the answers that it holds. */
  void release() {
    released.countDown();
  }

  int arrived() {
    return bodies.size();
  }

  @Override
  public void close() {
    closed.countDown();
    released.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
