package io.ttalloc.it.watched;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/** A real HTTP server that accepts POST requests and answers 200. */
final class NotifyReceiver implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final HttpServer server;
  private final BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();

  NotifyReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      InputStream body = exchange.getRequestBody();
      bodies.add((zipped ? new GZIPInputStream(body) : body).readAllBytes());
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** The URL of a path on this server. */
  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  /** The next request body, decompressed. */
  byte[] next() throws InterruptedException {
    byte[] body = bodies.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (body == null) {
      throw new AssertionError("nothing arrived for " + PATIENCE_SECONDS + " s");
    }
    return body;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
