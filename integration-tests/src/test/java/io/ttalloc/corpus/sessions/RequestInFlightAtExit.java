package io.ttalloc.corpus.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URL;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A web server on loopback that is still handling a slow request when the console ends the process.
 */
public final class RequestInFlightAtExit {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.RequestInFlightAtExit$Page
          type: page
          open: [open]
          close: [close]
          label: $0
        - class: io.ttalloc.corpus.sessions.RequestInFlightAtExit$AccessLog
          type: access log
          open: [<init>]
          close: [close]
      """;

  private RequestInFlightAtExit() {}

  /** A page that is being read. */
  static final class Page implements AutoCloseable {
    private final String path;
    private boolean open = true;

    private Page(String path) {
      this.path = path;
    }

    static Page open(String path) {
      return new Page(path);
    }

    String text() {
      return open ? "page " + path : "closed";
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** The file to which a line is appended for each answer. */
  static final class AccessLog implements AutoCloseable {
    private int bytes;

    void line(String text) {
      bytes += text.length();
    }

    int bytes() {
      return bytes;
    }

    @Override
    public void close() {
      bytes = 0;
    }
  }

  /** A site whose page "/slow" is still being served when the process ends. */
  abstract static class Site {
    private final CountDownLatch slowBegan = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    abstract void log(String line);

    private void handle(HttpExchange exchange) throws IOException {
      String text;
      try (Page page = Page.open(exchange.getRequestURI().getPath())) {
        text = page.text();
        if (text.endsWith("slow")) {
          slowBegan.countDown();
          never.await();
        }
      } catch (InterruptedException e) {
        text = "interrupted";
      }
      log(text);
      byte[] body = text.getBytes(UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    }

    private static int get(InetSocketAddress address, String path) {
      try {
        String host = address.getAddress().getHostAddress();
        URL url = new URL("http", host, address.getPort(), path);
        HttpURLConnection client = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
        return client.getResponseCode();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void serveUntilExit() throws IOException, InterruptedException {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newCachedThreadPool());
      server.createContext("/", this::handle);
      server.start();
      int status = 0;
      for (int page = 0; page < 5; page++) {
        status = Math.max(status, get(server.getAddress(), "/quick"));
      }
      Thread slow = new Thread(() -> System.out.println(get(server.getAddress(), "/slow")));
      slow.setDaemon(true);
      slow.start();
      slowBegan.await();
      System.out.println("status " + status);
      System.exit(0);
    }
  }

  @Truth(
      why =
          "each answer opens the access log and leaves it open; the slow request is still at work",
      leaks =
          @Leak(
              type = "access log",
              count = 5,
              openedAt = "RequestInFlightAtExit$Leaking$LoggingSite.log"))
  public static final class Leaking {
    private Leaking() {}

    /** Opens the log for each line. */
    static final class LoggingSite extends Site {
      @Override
      void log(String line) {
        AccessLog log = new AccessLog();
        log.line(line);
        System.out.println(log.bytes() + " bytes logged");
      }
    }

    public static void main(String[] args) throws Exception {
      new LoggingSite().serveUntilExit();
    }
  }

  @Truth(why = "the access log is closed after each line, and the slow request is still at work")
  public static final class Mended {
    private Mended() {}

    /** Opens and closes the log for each line. */
    static final class TidySite extends Site {
      @Override
      void log(String line) {
        try (AccessLog log = new AccessLog()) {
          log.line(line);
          System.out.println(log.bytes() + " bytes logged");
        }
      }
    }

    public static void main(String[] args) throws Exception {
      new TidySite().serveUntilExit();
    }
  }
}
