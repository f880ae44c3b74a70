package io.ttalloc.corpus.sessions;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.Map;
import java.util.TreeMap;

/** A handler object that serves all requests of a path, as a servlet does. */
public final class HandlerWithField {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.HandlerWithField$Conn
          subtypes: true
          type: connection
          open: [<init>]
          close: [close]
      """;

  private HandlerWithField() {}

  /** A connection, which must be closed. */
  interface Conn extends AutoCloseable {
    String query(String sql);

    @Override
    void close();
  }

  /** A connection to an in-memory database. */
  static final class MemoryConn implements Conn {
    private int queries;

    @Override
    public String query(String sql) {
      queries++;
      return sql + " -> " + queries;
    }

    @Override
    public void close() {
      queries = -1;
    }
  }

  /** Supplies handlers with connections. */
  static final class DataSource {
    Conn getConnection() {
      return new MemoryConn();
    }
  }

  /** A handler, called by the server. */
  interface Handler {
    String handle(String request);

    void destroy();
  }

  /** A server with one handler for each path. */
  static final class Server {
    private final Map<String, Handler> handlers = new TreeMap<>();

    Server route(String path, Handler handler) {
      handlers.put(path, handler);
      return this;
    }

    void serve(int requests) {
      int length = 0;
      for (int request = 0; request < requests; request++) {
        length += handlers.get("/orders").handle("order " + request).length();
      }
      System.out.println(length + " characters");
      handlers.values().forEach(Handler::destroy);
    }
  }

  @Truth(
      why = "each request overwrites the handler's field with a new connection, and none is closed",
      leaks =
          @Leak(
              type = "connection",
              count = 25,
              openedAt = "HandlerWithField$DataSource.getConnection"))
  public static final class Leaking {
    private Leaking() {}

    /** Keeps the request's connection in a field. */
    static final class FieldHandler implements Handler {
      private final DataSource source = new DataSource();
      private Conn conn;

      @Override
      public String handle(String request) {
        conn = source.getConnection();
        return conn.query(request);
      }

      @Override
      public void destroy() {
        conn = null;
      }
    }

    public static void main(String[] args) {
      new Server().route("/orders", new FieldHandler()).serve(25);
    }
  }

  @Truth(
      why =
          "the handler has one connection, opened by the first request and closed when it is"
              + " destroyed")
  public static final class Mended {
    private Mended() {}

    /** Keeps one connection for all requests. */
    static final class OneConnHandler implements Handler {
      private final DataSource source = new DataSource();
      private Conn conn;

      @Override
      public String handle(String request) {
        if (conn == null) {
          conn = source.getConnection();
        }
        return conn.query(request);
      }

      @Override
      public void destroy() {
        conn.close();
      }
    }

    public static void main(String[] args) {
      new Server().route("/orders", new OneConnHandler()).serve(25);
    }
  }
}
