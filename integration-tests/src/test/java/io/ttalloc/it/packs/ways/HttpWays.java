package io.ttalloc.it.packs.ways;

import io.ttalloc.it.packs.ways.Way.Judged;
import io.ttalloc.it.packs.ways.Way.Opening;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/** Ways to open HTTP clients and servers. The clients' server is in another process. */
public final class HttpWays implements Ways {
  /**
   * Holds a client in a static field, because the JDK ends each client that becomes unreachable.
   */
  private static final class Shared {
    static final HttpClient CLIENT = HttpClient.newHttpClient();
  }

  private static final List<HttpClient> CLIENTS = new ArrayList<>();

  private static final List<Way> ALL =
      List.of(
          way(
              "HttpURLConnection.getInputStream(), not read",
              "socket",
              place -> bodyNotRead(LoopbackServer.LARGE)),
          way(
              "HttpURLConnection.getInputStream(), not read, a short body",
              "socket",
              place -> bodyNotRead(LoopbackServer.MEDIUM)),
          way(
                  "HttpURLConnection, read and kept alive",
                  "socket",
                  place -> {
                    HttpURLConnection connection = connection(LoopbackServer.SMALL);
                    try (InputStream body = connection.getInputStream()) {
                      body.readAllBytes();
                    }
                    return Way.nothingOpen(connection);
                  })
              .resources(0),
          way(
                  "HttpURLConnection.disconnect()",
                  "socket",
                  place -> {
                    HttpURLConnection connection = connection(LoopbackServer.LARGE);
                    int unused = connection.getResponseCode();
                    connection.disconnect();
                    return Way.nothingOpen(connection);
                  })
              .resources(0),
          way(
              "HttpClient.send with ofInputStream(), not read",
              "socket channel",
              place ->
                  Shared.CLIENT
                      .send(get(LoopbackServer.LARGE), BodyHandlers.ofInputStream())
                      .body()),
          way(
                  "HttpClient.sendAsync with ofInputStream(), not read",
                  "socket channel",
                  place ->
                      Shared.CLIENT
                          .sendAsync(get(LoopbackServer.LARGE), BodyHandlers.ofInputStream())
                          .get()
                          .body())
              .judged(Judged.LEAK_OF_NOBODY),
          way(
                  "HttpClient.send, read, and the client kept",
                  "socket channel",
                  place -> {
                    Object unused =
                        Shared.CLIENT.send(get(LoopbackServer.SMALL), BodyHandlers.ofByteArray());
                    return Way.nothingOpen(Shared.CLIENT);
                  })
              .resources(0),
          way(
                  "HttpClient.newHttpClient() for each request",
                  "http client",
                  place -> {
                    HttpClient client = HttpClient.newHttpClient();
                    CLIENTS.add(client);
                    Object unused =
                        client.send(get(LoopbackServer.SMALL), BodyHandlers.ofByteArray());
                    return () -> close(client);
                  })
              .closableSince(21),
          way(
              "HttpServer.create, with an idle connection",
              "server socket channel",
              place -> {
                LoopbackServer server = new LoopbackServer();
                URI uri = URI.create(server.address() + LoopbackServer.SMALL);
                try (InputStream body = uri.toURL().openConnection().getInputStream()) {
                  body.readAllBytes();
                }
                return server;
              }));

  @Override
  public List<Way> all() {
    return ALL;
  }

  /** Creates a way with unpredictable descriptors: JDK threads close connections later. */
  private static Way way(String code, String type, Opening opening) {
    return Way.way(code, type, opening).unsettled();
  }

  /** Closes a client from JDK 21 on; on earlier JDKs, a client cannot be closed. */
  private static void close(HttpClient client) throws Exception {
    if (client instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }

  private static AutoCloseable bodyNotRead(String path) throws Exception {
    HttpURLConnection connection = connection(path);
    InputStream body = connection.getInputStream();
    return () -> {
      body.close();
      connection.disconnect();
    };
  }

  private static HttpURLConnection connection(String path) throws Exception {
    return (HttpURLConnection) uri(path).toURL().openConnection();
  }

  private static HttpRequest get(String path) {
    return HttpRequest.newBuilder(uri(path)).build();
  }

  private static URI uri(String path) {
    return URI.create(System.getProperty(LoopbackServer.PROPERTY) + path);
  }
}
