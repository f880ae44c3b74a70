package io.ttalloc.corpus.growth;

import io.ttalloc.api.TtAlloc;
import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A client that retries a failed call with a new connection; calls fail at random. */
public final class AtRandom {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.growth.AtRandom$Conn
          type: connection
          open: [<init>]
          close: [close]
      """;

  private AtRandom() {}

  /** A connection whose first call may fail. */
  static final class Conn implements AutoCloseable {
    private boolean open = true;

    boolean call(boolean fails) {
      return open && !fails;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  /** Calls a service, at most twice. A seeded generator returns the same numbers on every JDK. */
  abstract static class Caller {
    private final Random network = new Random(42);
    final List<Conn> failed = new ArrayList<>();

    abstract void giveUp(Conn conn);

    private static Conn connect() {
      return new Conn();
    }

    void callOnce() {
      Conn conn = connect();
      if (!conn.call(network.nextInt(10) < 3)) {
        giveUp(conn);
        conn = connect();
      }
      conn.close();
    }

    void callAll() {
      for (int request = 0; request < 60; request++) {
        callOnce();
        TtAlloc.mark("call");
      }
      System.out.println(failed.size() + " connections failed");
    }
  }

  /** Keeps connections that failed. */
  static final class NotingCaller extends Caller {
    @Override
    void giveUp(Conn conn) {
      failed.add(conn);
    }
  }

  static final NotingCaller CALLER = new NotingCaller();

  @Truth(
      why = "a connection on which a call fails is noted and not closed",
      leaks =
          @Leak(
              type = "connection",
              count = 17,
              openedAt = "AtRandom$Caller.connect",
              heldBy = "static AtRandom.CALLER"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) {
      CALLER.callAll();
    }
  }

  @Truth(why = "a connection on which a call fails is closed before the next one is opened")
  public static final class Mended {
    private Mended() {}

    /** Closes connections that failed, and keeps the closed objects. */
    static final class ClosingCaller extends Caller {
      @Override
      void giveUp(Conn conn) {
        conn.close();
        failed.add(conn);
      }
    }

    public static void main(String[] args) {
      new ClosingCaller().callAll();
    }
  }
}
