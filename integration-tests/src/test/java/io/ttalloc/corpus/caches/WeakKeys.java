package io.ttalloc.corpus.caches;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Connections attached to sessions by a map with weak keys: when a session is collected, its entry
 * disappears without a callback.
 */
public final class WeakKeys {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.caches.WeakKeys$Connection
          type: connection
          open: [<init>]
          close: [close]
      """;

  private WeakKeys() {}

  static final class Session {
    private final int user;

    Session(int user) {
      this.user = user;
    }

    int user() {
      return user;
    }
  }

  static final class Connection implements AutoCloseable {
    private final byte[] buffer = new byte[256];

    int send(int value) {
      buffer[0] = (byte) value;
      return buffer.length;
    }

    @Override
    public void close() {}
  }

  static final class Attachments {
    private static final Map<Session, Connection> BY_SESSION = new WeakHashMap<>();

    private Attachments() {}

    static Connection of(Session session) {
      return BY_SESSION.computeIfAbsent(session, s -> new Connection());
    }

    static void detach(Session session) {
      Connection connection = BY_SESSION.remove(session);
      if (connection != null) {
        connection.close();
      }
    }

    static int size() {
      return BY_SESSION.size();
    }
  }

  static List<Session> logInAll() {
    List<Session> sessions = new ArrayList<>();
    int sent = 0;
    for (int user = 0; user < 30; user++) {
      Session session = new Session(user);
      sent += Attachments.of(session).send(session.user());
      sent += Attachments.of(session).send(1);
      sessions.add(session);
    }
    System.out.println(sent);
    return sessions;
  }

  static void awaitEmpty() throws InterruptedException {
    for (int i = 0; i < 200 && Attachments.size() > 0; i++) {
      System.gc();
      Thread.onSpinWait();
    }
    System.out.println(Attachments.size() + " sessions left");
  }

  @Truth(
      why = "sessions are forgotten without a log-out, so the map drops their connections unclosed",
      leaks = @Leak(type = "connection", count = 30, openedAt = "WeakKeys$Attachments.of"))
  public static final class Leaking {
    public static void main(String[] args) throws InterruptedException {
      logInAll();
      awaitEmpty();
    }
  }

  @Truth(why = "each session is logged out, which closes its connection, before it is forgotten")
  public static final class Mended {
    public static void main(String[] args) throws InterruptedException {
      logInAll().forEach(Attachments::detach);
      awaitEmpty();
    }
  }
}
