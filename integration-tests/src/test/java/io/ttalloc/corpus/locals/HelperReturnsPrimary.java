package io.ttalloc.corpus.locals;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.function.Function;

/**
 * A helper that makes a connection for its caller. The caller's frame is still on the stack when
 * the program exits.
 */
public final class HelperReturnsPrimary {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.locals.HelperReturnsPrimary$Conn
          type: connection
          open: [<init>(String)]
          close: [close]
          label: $0
      """;

  private HelperReturnsPrimary() {}

  /** A connection to a database. */
  static final class Conn implements AutoCloseable {
    private final String url;
    private boolean open = true;

    Conn(String url) {
      this.url = url;
    }

    boolean readOnly() {
      return !open || url.endsWith("replica");
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** Makes connections. */
  interface Driver {
    Conn connect(String url);

    static Driver of(Function<String, Conn> maker) {
      return maker::apply;
    }
  }

  /** Finds the node that accepts writes. */
  static final class Cluster {
    private final Driver driver;

    Cluster(Driver driver) {
      this.driver = driver;
    }

    private Conn connect(String node) {
      return driver.connect("db:" + node);
    }

    /** Tries all nodes, and returns a connection to the first that accepts writes. */
    Conn primaryOfAll() {
      Conn first = connect("replica");
      Conn second = connect("primary");
      return first.readOnly() ? second : first;
    }

    /** Tries one node after another, and returns a connection to the first that accepts writes. */
    Conn primary() {
      Conn first = connect("replica");
      if (!first.readOnly()) {
        return first;
      }
      first.close();
      return connect("primary");
    }
  }

  static void migrate(Conn conn, int depth) {
    if (depth > 0) {
      migrate(conn, depth - 1);
    } else {
      System.out.println(conn.readOnly() ? "cannot write" : "nothing to migrate");
      System.exit(0);
    }
  }

  @Truth(
      why = "the helper opens two and returns one; the replica's connection is dropped unclosed",
      leaks =
          @Leak(type = "connection", count = 1, openedAt = "HelperReturnsPrimary$Cluster.connect"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      Cluster cluster = new Cluster(Driver.of(Conn::new));
      try (Conn conn = cluster.primaryOfAll()) {
        migrate(conn, 20);
      }
    }
  }

  @Truth(why = "the replica's connection is closed, and main would close the other one at the end")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      Cluster cluster = new Cluster(Driver.of(Conn::new));
      try (Conn conn = cluster.primary()) {
        migrate(conn, 20);
      }
    }
  }
}
