package io.ttalloc.it.packs;

import io.ttalloc.it.packs.ways.LoopbackServer;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * A server and two clients that are used a hundred times and then closed as far as possible. With
 * an argument, the server is left open.
 */
final class HttpRounds {
  private static final int ROUNDS = 100;

  private HttpRounds() {}

  public static void main(String[] args) throws Exception {
    LoopbackServer server = new LoopbackServer();
    use(server);
    System.out.println(ROUNDS);
    if (args.length == 0) {
      server.close();
    } else {
      System.exit(0); // the server's thread keeps running
    }
  }

  private static void use(LoopbackServer server) throws Exception {
    URI uri = URI.create(server.address() + LoopbackServer.SMALL);
    HttpClient client = HttpClient.newHttpClient();
    for (int round = 0; round < ROUNDS; round++) {
      try (InputStream body = uri.toURL().openConnection().getInputStream()) {
        body.readAllBytes();
      }
      HttpRequest request = HttpRequest.newBuilder(uri).build();
      try (InputStream body = client.send(request, BodyHandlers.ofInputStream()).body()) {
        body.readAllBytes();
      }
    }
    if (client instanceof AutoCloseable closeable) {
      closeable.close(); // possible from JDK 21 on
    }
  }
}
