package io.ttalloc.corpus.sessions;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * A server whose sessions keep attributes that may need closing; a sweep removes expired sessions.
 */
public final class ExpiredSessions {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.sessions.ExpiredSessions$Cart
          type: cart
          open: [<init>]
          close: [close]
          label: user
      """;

  private ExpiredSessions() {}

  /** A cart with a connection to the shop's store. */
  static final class Cart implements AutoCloseable {
    final String user;
    private int items;

    Cart(String user) {
      this.user = user;
    }

    int add() {
      items++;
      return items;
    }

    @Override
    public void close() {
      items = -1;
    }
  }

  /** One user's session. */
  static final class Session {
    private final Map<String, Object> attributes = new HashMap<>();
    private final long lastUsedMillis;

    Session(long lastUsedMillis) {
      this.lastUsedMillis = lastUsedMillis;
    }

    <T> void put(String name, T value) {
      attributes.put(name, value);
    }

    void clear() {
      attributes.clear();
    }

    /** Closes the attributes that can be closed. */
    void invalidate() throws Exception {
      for (Object value : attributes.values()) {
        if (value instanceof AutoCloseable closeable) {
          closeable.close();
        }
      }
      clear();
    }
  }

  /** All sessions of a server. */
  static final class Sessions {
    private final Map<String, Session> byId = new ConcurrentHashMap<>();
    private final LongSupplier clockMillis;

    Sessions(LongSupplier clockMillis) {
      this.clockMillis = clockMillis;
    }

    private static Cart newCart(String user) {
      return new Cart(user);
    }

    int logIn(String user) {
      Session session = new Session(clockMillis.getAsLong());
      Cart cart = newCart(user);
      session.put("user", user);
      session.put("cart", cart);
      byId.put("id-" + user, session);
      return cart.add();
    }

    List<Session> removeExpired() {
      List<Session> expired = new ArrayList<>();
      for (Session session : byId.values()) {
        if (clockMillis.getAsLong() - session.lastUsedMillis > 18_000) {
          expired.add(session);
        }
      }
      byId.values().removeAll(expired);
      return expired;
    }

    void stop() throws Exception {
      for (Session session : byId.values()) {
        session.invalidate();
      }
      byId.clear();
    }
  }

  /** Returns a server to which fifty users have logged in, one per second. */
  static Sessions afterFiftyUsers() {
    long[] nowMillis = {0};
    Sessions sessions = new Sessions(() -> nowMillis[0]);
    int items = 0;
    for (int user = 0; user < 50; user++) {
      nowMillis[0] = 1000L * user;
      items += sessions.logIn("user" + user);
    }
    nowMillis[0] = 50_000;
    System.out.println(items + " items in carts");
    return sessions;
  }

  @Truth(
      why =
          "the sweep clears a session's attributes without closing its cart; stop closes the rest",
      leaks = @Leak(type = "cart", count = 32, openedAt = "ExpiredSessions$Sessions.newCart"))
  public static final class Leaking {
    private Leaking() {}

    public static void main(String[] args) throws Exception {
      Sessions sessions = afterFiftyUsers();
      sessions.removeExpired().forEach(Session::clear);
      sessions.stop();
    }
  }

  @Truth(why = "expired sessions are invalidated, which closes their carts; stop closes the rest")
  public static final class Mended {
    private Mended() {}

    public static void main(String[] args) throws Exception {
      Sessions sessions = afterFiftyUsers();
      for (Session session : sessions.removeExpired()) {
        session.invalidate();
      }
      sessions.stop();
    }
  }
}
