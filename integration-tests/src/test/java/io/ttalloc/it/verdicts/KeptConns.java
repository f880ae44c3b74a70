package io.ttalloc.it.verdicts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A program that keeps connections in maps and pools that rules declare as holders, and elsewhere.
 * A finding combines the resources of one stack, so each connection is opened at a different line.
 */
final class KeptConns {
  private static final ConnMap MAP = new ConnMap();
  private static final LastUsed STORE = new LastUsed();
  private static final Journal JOURNAL = new Journal();
  private static final Pool CLOSED_POOL = new Pool("closed pool");
  private static final Pool POOL = new Pool("open pool");
  private static final List<Conn> LIST = new ArrayList<>();
  private static final Service SERVICE = new Service();

  private KeptConns() {}

  public static void main(String[] args) {
    MAP.put("a", new Conn("in a map"));
    Conn both = new Conn("in a map and a list");
    MAP.put("b", both);
    LIST.add(both);
    Route route = new Route();
    route.connect();
    MAP.put("c", route);
    STORE.put("x", new Conn("in a store"));
    JOURNAL.conn = new Conn("in a journal");
    POOL.idle.add(new Conn("in a pool"));
    CLOSED_POOL.idle.add(new Conn("in a closed pool"));
    CLOSED_POOL.close();
    MAP.listener = SERVICE;
    SERVICE.conns.add(new Conn("behind the listener of a map"));
    LIST.add(new Conn("in a list"));
    Conn outlives = new Conn("of a map that is gone");
    new ConnMap().put("gone", outlives);
    LIST.add(outlives);
    ConnMap local = new ConnMap();
    local.put("local", new Conn("in a map in a local variable"));
    if (args[0].equals("wait")) {
      System.out.println("opened");
      while (true) {
        LockSupport.park();
      }
    }
    if (args[0].equals("exit")) {
      System.exit(local.isEmpty() ? 1 : 0);
    }
  }

  /** A connection that other objects of the program keep reachable. */
  static final class Conn implements AutoCloseable {
    final String name;

    Conn(String name) {
      this.name = name;
    }

    @Override
    public void close() {}
  }

  /** A resource that owns a connection and closes it. */
  static final class Route implements AutoCloseable {
    @Nullable Conn conn;

    void connect() {
      conn = new Conn("of a route in a map");
    }

    @Override
    public void close() {
      if (conn != null) {
        conn.close();
      }
    }
  }

  /**
   * A map that is not a resource. It refers to an object of the application outside its entries.
   */
  static final class ConnMap extends ConcurrentHashMap<String, AutoCloseable> {
    private static final long serialVersionUID = 1L;

    transient @Nullable Service listener;
  }

  /** A holder of connections. */
  interface Store {}

  /** A class that is a holder because its supertype is a holder. */
  static final class LastUsed extends LinkedHashMap<String, Conn> implements Store {
    private static final long serialVersionUID = 1L;
  }

  /** A store that the rule excludes. */
  static final class Journal implements Store {
    @Nullable Conn conn;
  }

  /** A holder that is also a resource. */
  static final class Pool implements AutoCloseable {
    final String name;
    final List<Conn> idle = new ArrayList<>();

    Pool(String name) {
      this.name = name;
    }

    @Override
    public void close() {}
  }

  /** The rest of the application. */
  static final class Service {
    final List<Conn> conns = new ArrayList<>();
  }
}
