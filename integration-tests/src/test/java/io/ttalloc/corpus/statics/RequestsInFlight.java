package io.ttalloc.corpus.statics;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A server that keeps each request in a static map while the request is being handled. */
public final class RequestsInFlight {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.statics.RequestsInFlight$Conn
          type: connection
          open: [<init>]
          close: [close]
          label: peer
      """;

  static final Map<Integer, Exchange> IN_FLIGHT = new ConcurrentHashMap<>();

  private RequestsInFlight() {}

  /** A connection to a back end. */
  static final class Conn implements AutoCloseable {
    final String peer;
    private int sent;

    Conn(String peer) {
      this.peer = peer;
    }

    int send(String text) {
      sent += text.length();
      return sent;
    }

    @Override
    public void close() {
      sent = -1;
    }
  }

  record Exchange(int request, Conn backend) {}

  /** Chooses the back end of a request. */
  static final class Client {
    private Client() {}

    static Conn connect(int request) {
      return new Conn("backend-" + request % 3);
    }
  }

  static int serve(int request) {
    Exchange exchange =
        IN_FLIGHT.computeIfAbsent(request, id -> new Exchange(id, Client.connect(id)));
    return exchange.backend().send("GET /orders/" + request);
  }

  @Truth(
      why = "no request is taken out of the static map when it is done, and none is closed",
      leaks =
          @Leak(
              type = "connection",
              count = 98,
              openedAt = "RequestsInFlight$Client.connect",
              heldBy = "static RequestsInFlight.IN_FLIGHT"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int bytes = 0;
      for (int request = 0; request < 98; request++) {
        bytes += serve(request);
      }
      System.out.println("served " + bytes + " bytes");
    }
  }

  @Truth(why = "each request leaves the map when it is done, and its connection is closed then")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int bytes = 0;
      for (int request = 0; request < 98; request++) {
        try {
          bytes += serve(request);
        } finally {
          Exchange done = IN_FLIGHT.remove(request);
          if (done != null) {
            done.backend().close();
          }
        }
      }
      System.out.println("served " + bytes + " bytes");
    }
  }
}
