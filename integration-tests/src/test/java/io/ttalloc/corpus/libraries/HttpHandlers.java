package io.ttalloc.corpus.libraries;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A web server whose pages are rendered from templates; it is stopped while one request is still
 * being handled.
 */
public final class HttpHandlers {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.libraries.HttpHandlers$Template
          type: template
          open: [load]
          close: [close]
          label: page
      """;

  private HttpHandlers() {}

  static final class Template implements AutoCloseable {
    private final String page;

    private Template(String page) {
      this.page = page;
    }

    static Template load(String page) {
      return new Template(page);
    }

    boolean isKnown() {
      return !page.endsWith("7");
    }

    byte[] render() {
      return ("<h1>" + page + "</h1>").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {}
  }

  /** Answers a request for a page. */
  interface Pages {
    void answer(HttpExchange exchange) throws IOException;
  }

  static final class Site {
    private final HttpServer server;
    private final ExecutorService workers = Executors.newFixedThreadPool(3);
    private final CountDownLatch exporting = new CountDownLatch(1);
    private final CountDownLatch neverDone = new CountDownLatch(1);

    Site(Pages pages) throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/page", pages::answer);
      server.createContext("/export", this::export);
      server.setExecutor(workers);
      server.start();
    }

    /** Still running when the process ends. */
    private void export(HttpExchange exchange) throws IOException {
      try (Template template = Template.load("export")) {
        exporting.countDown();
        neverDone.await();
        send(exchange, 200, template.render());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    int get(String path) throws IOException {
      InetSocketAddress address = server.getAddress();
      URI uri =
          URI.create(
              "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + path);
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
      return connection.getResponseCode();
    }
  }

  static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  static void browse(Pages pages) throws IOException, InterruptedException {
    Site site = new Site(pages);
    int notFound = 0;
    for (int i = 0; i < 40; i++) {
      notFound += site.get("/page" + i) == 404 ? 1 : 0;
    }
    System.out.println(notFound + " pages were not found");
    Thread client =
        new Thread(
            () -> {
              try {
                System.out.println(site.get("/export"));
              } catch (IOException e) {
                System.out.println("no export: " + e.getMessage());
              }
            },
            "client");
    client.setDaemon(true);
    client.start();
    site.exporting.await();
    System.exit(0);
  }

  @Truth(
      why =
          "an unknown page is answered without closing its template; that of the export is still in use at the end",
      leaks = @Leak(type = "template", count = 4, openedAt = "HttpHandlers$Leaking.answer"))
  public static final class Leaking {
    public static void main(String[] args) throws IOException, InterruptedException {
      browse(Leaking::answer);
    }

    static void answer(HttpExchange exchange) throws IOException {
      Template template = Template.load(exchange.getRequestURI().getPath());
      if (!template.isKnown()) {
        send(exchange, 404, new byte[] {'?'});
        return;
      }
      byte[] body = template.render();
      template.close();
      send(exchange, 200, body);
    }
  }

  @Truth(
      why =
          "each answer closes its template, and the export's thread has its own in a try block when the process ends")
  public static final class Mended {
    public static void main(String[] args) throws IOException, InterruptedException {
      browse(Mended::answer);
    }

    static void answer(HttpExchange exchange) throws IOException {
      boolean known;
      byte[] body;
      // Closed before the response is sent, because the process may end when the response arrives.
      try (Template template = Template.load(exchange.getRequestURI().getPath())) {
        known = template.isKnown();
        body = known ? template.render() : new byte[] {'?'};
      }
      send(exchange, known ? 200 : 404, body);
    }
  }
}
