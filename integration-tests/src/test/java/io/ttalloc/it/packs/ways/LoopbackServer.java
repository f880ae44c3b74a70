package io.ttalloc.it.packs.ways;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on the loopback interface. */
public final class LoopbackServer implements AutoCloseable {
  /** The system property with the address of the server. */
  public static final String PROPERTY = "ttalloc.server";

  /** The path of a short body. */
  public static final String SMALL = "/small";

  /**
   * The path of a body that the JDK does not read together with the headers, but that is short
   * enough for a finalizer to read.
   */
  public static final String MEDIUM = "/medium";

  /** The path of a body that is too large for buffers: it stays on the wire until it is read. */
  public static final String LARGE = "/large";

  private static final int FEW_BYTES = 10;
  private static final int SOME_BYTES = 20_000;
  private static final int MANY_BYTES = 32 << 20;

  /** The size of a write; it is small because the JDK's server copies each write twice. */
  private static final int PART_BYTES = 1 << 16;

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "handler");
            thread.setDaemon(true);
            return thread;
          });

  /** Starts a server on any free port. */
  public LoopbackServer() throws IOException {
    server = HttpServer.create((InetSocketAddress) SocketWays.ANY_PORT, 0);
    server.createContext(SMALL, exchange -> answer(exchange, FEW_BYTES));
    server.createContext(MEDIUM, exchange -> answer(exchange, SOME_BYTES));
    server.createContext(LARGE, exchange -> answer(exchange, MANY_BYTES));
    server.setExecutor(threads);
    server.start();
  }

  private static void answer(HttpExchange exchange, int bytes) throws IOException {
    // Otherwise the client closes connections that are idle for 5 seconds, even during a slow test.
    exchange.getResponseHeaders().set("Connection", "keep-alive");
    exchange.getResponseHeaders().set("Keep-Alive", "timeout=600");
    exchange.sendResponseHeaders(200, bytes);
    try (OutputStream body = exchange.getResponseBody()) {
      byte[] part = new byte[Math.min(bytes, PART_BYTES)];
      for (int left = bytes; left > 0; left -= part.length) {
        body.write(part, 0, Math.min(left, part.length));
      }
    } finally {
      exchange.close();
    }
  }

  /** The address, without a path. */
  public String address() {
    InetSocketAddress address = server.getAddress();
    return "http://" + address.getHostString() + ":" + address.getPort();
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
  }
}
