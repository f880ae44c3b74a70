package io.ttalloc.corpus.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URL;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A web server on loopback whose handler reads pages from templates; every third page does not
 * exist.
 */
public final class PageNotFound {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.PageNotFound$Template
          type: template
          open: [<init>]
          close: [close]
          label: $0
      """;

  private PageNotFound() {}

  /** A page template. */
  static final class Template implements AutoCloseable {
    private final String path;
    private boolean open = true;

    Template(String path) {
      this.path = path;
    }

    boolean exists() {
      return open && !path.endsWith("2");
    }

    byte[] render() {
      return ("<p>" + path + "</p>").getBytes(UTF_8);
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** Finds templates. */
  static final class Templates {
    private Templates() {}

    static Template of(HttpExchange exchange) {
      return new Template(exchange.getRequestURI().getPath());
    }
  }

  static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Requests nine pages, and stops the server when all its threads have finished. */
  static void serveNine(HttpHandler handler) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", handler);
    server.start();
    int found = 0;
    for (int page = 0; page < 9; page++) {
      InetSocketAddress address = server.getAddress();
      String path = "/page" + page % 3;
      URL url = new URL("http", address.getAddress().getHostAddress(), address.getPort(), path);
      HttpURLConnection client = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
      found += client.getResponseCode() == 200 ? 1 : 0;
      client.disconnect();
    }
    server.stop(0);
    threads.shutdown();
    if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
      throw new IllegalStateException("a handler does not end");
    }
    System.out.println(found + " pages found");
  }

  @Truth(
      why = "the handler answers 404 and returns before the line that closes the template",
      leaks = @Leak(type = "template", count = 3, openedAt = "PageNotFound$Templates.of"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws Exception {
      serveNine(Leaking::handle);
    }

    private static void handle(HttpExchange exchange) throws IOException {
      Template template = Templates.of(exchange);
      if (!template.exists()) {
        respond(exchange, 404, "no such page".getBytes(UTF_8));
        return;
      }
      respond(exchange, 200, template.render());
      template.close();
    }
  }

  @Truth(why = "try-with-resources closes the template, whether or not the page exists")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws Exception {
      serveNine(Mended::handle);
    }

    private static void handle(HttpExchange exchange) throws IOException {
      try (Template template = Templates.of(exchange)) {
        if (!template.exists()) {
          respond(exchange, 404, "no such page".getBytes(UTF_8));
          return;
        }
        respond(exchange, 200, template.render());
      }
    }
  }
}
