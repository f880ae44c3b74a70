package io.ttalloc.cases;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transport that creates a new HttpClient for each call; a registry keeps the transports after
 * they have been closed. With the argument {@code drop} there is no registry, and the collector may
 * collect the clients.
 */
final class ClientOfEachCall implements AutoCloseable {
  private static final List<ClientOfEachCall> CLOSED = new ArrayList<>();

  private final HttpClient client;
  private final URI uri;
  private final boolean kept;

  private ClientOfEachCall(URI uri, @Nullable HttpClient shared, boolean kept) {
    this.uri = uri;
    this.kept = kept;
    client = shared != null ? shared : HttpClient.newBuilder().build(); // LEAK 25 http client
  }

  private String call() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** An HttpClient cannot be closed before JDK 21. */
  @Override
  public void close() {
    if (kept) {
      CLOSED.add(this);
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 4);
          exchange
              .getResponseBody()
              .write("pong".getBytes(java.nio.charset.StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    boolean kept = args[0].equals("leak");
    HttpClient shared = kept || args[0].equals("drop") ? null : HttpClient.newHttpClient();
    int bytes = 0;
    for (int i = 0; i < 25; i++) {
      try (ClientOfEachCall transport = new ClientOfEachCall(uri, shared, kept)) {
        bytes += transport.call().length();
      }
    }
    server.stop(0);
    System.out.println(bytes);
  }
}
