package io.ttalloc.corpus.pools;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.ToIntBiFunction;

/**
 * A pool that opens all its sessions when it starts, so no opening stack shows which request keeps
 * a session. Requests of one kind do not return what they borrowed. Closing the pool closes the
 * sessions in it.
 */
public final class PrefilledPool {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.pools.PrefilledPool$Session
          type: session
          open: [<init>]
          close: [close]
        - class: io.ttalloc.corpus.pools.PrefilledPool$Pool
          type: session pool
          open: [<init>]
          close: [close]
          holder: true
          hold:
            - {method: giveBack, resource: $0}
          drop:
            - {method: borrow, resource: result}
            - close
      """;

  private static final int SESSIONS = 12;

  private PrefilledPool() {}

  static final class Session implements AutoCloseable {
    private boolean open = true;

    int ask(int question) {
      return open ? question % 7 : -1;
    }

    @Override
    public void close() {
      open = false;
    }
  }

  static final class Pool implements AutoCloseable {
    private final Deque<Session> idle = new ArrayDeque<>();

    Pool() {
      for (int i = 0; i < SESSIONS; i++) {
        giveBack(new Session());
      }
    }

    Session borrow() {
      return idle.removeFirst();
    }

    final void giveBack(Session session) {
      idle.addLast(session);
    }

    @Override
    public void close() {
      idle.forEach(Session::close);
      idle.clear();
    }
  }

  static void serve(ToIntBiFunction<Pool, Integer> status) {
    try (Pool pool = new Pool()) {
      int sum = 0;
      for (int request = 0; request < 100; request++) {
        Session session = pool.borrow();
        sum += session.ask(request);
        pool.giveBack(session);
        if (request % 20 == 0) {
          sum += status.applyAsInt(pool, request);
        }
      }
      System.out.println(sum);
    }
  }

  @Truth(
      why =
          "five of the requests ask for the status, which returns without giving the session back",
      leaks = @Leak(type = "session", count = 5, openedAt = "PrefilledPool.serve"))
  public static final class Leaking {
    public static void main(String[] args) {
      serve(Leaking::status);
    }

    static int status(Pool pool, int request) {
      return pool.borrow().ask(request);
    }
  }

  @Truth(why = "the status gives its session back")
  public static final class Mended {
    public static void main(String[] args) {
      serve(Mended::status);
    }

    static int status(Pool pool, int request) {
      Session session = pool.borrow();
      try {
        return session.ask(request);
      } finally {
        pool.giveBack(session);
      }
    }
  }
}
