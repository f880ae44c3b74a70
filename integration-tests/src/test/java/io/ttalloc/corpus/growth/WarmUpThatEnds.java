package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.HashMap;
import java.util.Map;

/** A table of shards that opens a connection to a shard when a request first needs the shard. */
public final class WarmUpThatEnds {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.WarmUpThatEnds$Shards
          type: shard table
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: add, resource: $1, entry: $0}
          drop:
            - {method: close}
        - class: io.ttalloc.corpus.growth.WarmUpThatEnds$Conn
          type: connection
          open: [<init>]
          close: [close]
      """;

  private WarmUpThatEnds() {}

  /** A connection to a shard. */
  static final class Conn implements AutoCloseable {
    private int calls;

    int call() {
      calls++;
      return calls;
    }

    @Override
    public void close() {
      calls = -1;
    }
  }

  /** The connections to all shards needed so far. They stay open as long as requests arrive. */
  static final class Shards implements AutoCloseable {
    private final Map<String, Conn> conns = new HashMap<>();

    int call(String shard) {
      Conn conn = conns.get(shard);
      if (conn == null) {
        conn = connect();
        add(shard, conn);
      }
      return conn.call();
    }

    private static Conn connect() {
      return new Conn();
    }

    private void add(String shard, Conn conn) {
      conns.put(shard, conn);
    }

    int size() {
      return conns.size();
    }

    @Override
    public void close() {
      conns.values().forEach(Conn::close);
      conns.clear();
    }
  }

  static final Shards SHARDS = new Shards();

  @Truth(
      why =
          "the key names the request, so no entry of the table is ever found again: it only grows",
      leaks =
          @Leak(
              type = "connection",
              count = 30,
              openedAt = "WarmUpThatEnds$Shards.connect",
              heldBy = "static WarmUpThatEnds.SHARDS"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      int calls = 0;
      for (int request = 0; request < 30; request++) {
        calls += SHARDS.call("shard " + request % 5 + " for request " + request);
        TtAlloc.mark("request");
      }
      System.out.println(calls + " calls, " + SHARDS.size() + " connections");
      System.exit(0);
    }
  }

  @Truth(
      why =
          "the table fills during the first five requests and then serves all others from what it"
              + " has")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) {
      int calls = 0;
      for (int request = 0; request < 30; request++) {
        calls += SHARDS.call("shard " + request % 5);
        TtAlloc.mark("request");
      }
      System.out.println(calls + " calls, " + SHARDS.size() + " connections");
      System.exit(0);
    }
  }
}
