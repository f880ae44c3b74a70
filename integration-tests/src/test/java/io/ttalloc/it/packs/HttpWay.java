package io.ttalloc.it.packs;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The ways of clients and servers of HTTP. The server of the clients is in another process. */
@SuppressWarnings("ImmutableEnumChecker") // a record of constants
enum HttpWay implements Way {
  URL_BODY_NOT_READ("HttpURLConnection.getInputStream(), not read", "socket") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return bodyNotRead(LoopbackServer.LARGE);
    }
  },
  URL_SHORT_BODY_NOT_READ("HttpURLConnection.getInputStream(), not read, a short body", "socket") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      return bodyNotRead(LoopbackServer.MEDIUM);
    }
  },
  URL_KEPT_ALIVE("HttpURLConnection, read and kept alive", "socket") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      HttpURLConnection connection = connection(LoopbackServer.SMALL);
      try (InputStream body = connection.getInputStream()) {
        body.readAllBytes();
      }
      return Way.nothingOpen(connection);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  URL_DISCONNECTED("HttpURLConnection.disconnect()", "socket") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      HttpURLConnection connection = connection(LoopbackServer.LARGE);
      int ignored = connection.getResponseCode();
      connection.disconnect();
      return Way.nothingOpen(connection);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  CLIENT_BODY_NOT_READ("HttpClient.send with ofInputStream(), not read", "socket channel") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      HttpClient client = HttpClient.newHttpClient();
      CLIENTS.add(client);
      return client.send(get(LoopbackServer.LARGE), BodyHandlers.ofInputStream()).body();
    }
  },
  CLIENT_ASYNC(
      "HttpClient.sendAsync with ofInputStream(), not read",
      "socket channel",
      Judged.LEAK_OF_NOBODY) {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      HttpClient client = HttpClient.newHttpClient();
      CLIENTS.add(client);
      return client.sendAsync(get(LoopbackServer.LARGE), BodyHandlers.ofInputStream()).get().body();
    }
  },
  CLIENT_KEPT("HttpClient.send, read, and the client kept", "socket channel") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      HttpClient client = HttpClient.newHttpClient();
      Object ignored = client.send(get(LoopbackServer.SMALL), BodyHandlers.ofByteArray());
      return Way.nothingOpen(client);
    }

    @Override
    public int resources() {
      return 0;
    }
  },
  SERVER_NOT_STOPPED("HttpServer.create, with an idle connection", "server socket channel") {
    @Override
    public AutoCloseable open(Path place) throws Exception {
      LoopbackServer server = new LoopbackServer();
      URI uri = URI.create(server.address() + LoopbackServer.SMALL);
      try (InputStream body = uri.toURL().openConnection().getInputStream()) {
        body.readAllBytes();
      }
      return server;
    }
  };

  /** Kept: the JDK closes the connections of a client to which nothing refers. */
  private static final List<HttpClient> CLIENTS = new ArrayList<>();

  private final Facts facts;

  HttpWay(String code, String type) {
    this(code, type, Judged.LEAK);
  }

  HttpWay(String code, String type, Judged judged) {
    this.facts = new Facts(code, type, Place.NOTHING, judged);
  }

  @Override
  public Facts facts() {
    return facts;
  }

  /** Threads of the JDK close connections some time later. */
  @Override
  public boolean settles() {
    return false;
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
