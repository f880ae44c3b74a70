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

/** The ways of clients and servers of HTTP. The server of the clients is in another process. */
public final class HttpWays implements Ways {
  /** Kept: the JDK closes the connections of a client to which nothing refers. */
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
              place -> {
                HttpClient client = HttpClient.newHttpClient();
                CLIENTS.add(client);
                return client.send(get(LoopbackServer.LARGE), BodyHandlers.ofInputStream()).body();
              }),
          way(
                  "HttpClient.sendAsync with ofInputStream(), not read",
                  "socket channel",
                  place -> {
                    HttpClient client = HttpClient.newHttpClient();
                    CLIENTS.add(client);
                    return client
                        .sendAsync(get(LoopbackServer.LARGE), BodyHandlers.ofInputStream())
                        .get()
                        .body();
                  })
              .judged(Judged.LEAK_OF_NOBODY),
          way(
                  "HttpClient.send, read, and the client kept",
                  "socket channel",
                  place -> {
                    HttpClient client = HttpClient.newHttpClient();
                    Object unused =
                        client.send(get(LoopbackServer.SMALL), BodyHandlers.ofByteArray());
                    return Way.nothingOpen(client);
                  })
              .resources(0),
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

  /** Threads of the JDK close connections some time later. */
  private static Way way(String code, String type, Opening opening) {
    return Way.way(code, type, opening).unsettled();
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
