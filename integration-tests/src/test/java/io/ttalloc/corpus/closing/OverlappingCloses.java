package io.ttalloc.corpus.closing;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Two threads that close overlapping parts of one list of sessions at the same time. */
public final class OverlappingCloses {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.closing.OverlappingCloses$Session
          type: session
          open: [open]
          close: [close]
          label: user()
      """;

  private static final int SESSIONS = 60;

  private OverlappingCloses() {}

  static final class Session implements AutoCloseable {
    private final String user;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Session(String user) {
      this.user = user;
    }

    static Session open(String user) {
      return new Session(user);
    }

    String user() {
      return user;
    }

    @Override
    public void close() {
      // The second thread to close a session finds nothing to do, so closes may overlap.
      closed.compareAndSet(false, true);
    }
  }

  static final class Gateway {
    private final List<Session> sessions = new ArrayList<>();

    void connectAll() {
      for (int i = 0; i < SESSIONS; i++) {
        sessions.add(Session.open("user-" + i));
      }
    }

    /**
     * Closes sessions from both ends of the list at once, on two threads: the acceptor and the
     * timer.
     */
    void closeFromTwoSides(int acceptorEnd, int timerStart, int timerEnd)
        throws InterruptedException {
      CountDownLatch start = new CountDownLatch(1);
      Thread acceptor = closer("acceptor", start, sessions.subList(0, acceptorEnd));
      Thread timer = closer("timer", start, sessions.subList(timerStart, timerEnd));
      start.countDown();
      acceptor.join();
      timer.join();
    }

    private static Thread closer(String name, CountDownLatch start, List<Session> part) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                  return;
                }
                part.forEach(Session::close);
              },
              name);
      thread.start();
      return thread;
    }
  }

  @Truth(
      why = "twenty sessions are closed by both threads, but the timer's part ends three too early",
      leaks = @Leak(type = "session", count = 3, openedAt = "OverlappingCloses$Gateway.connectAll"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      Gateway gateway = new Gateway();
      gateway.connectAll();
      gateway.closeFromTwoSides(40, 20, SESSIONS - 3);
    }
  }

  @Truth(
      why =
          "both parts together cover all sessions; closing some of them twice at once does no harm")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      Gateway gateway = new Gateway();
      gateway.connectAll();
      gateway.closeFromTwoSides(40, 20, SESSIONS);
    }
  }
}
