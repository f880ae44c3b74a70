package io.ttalloc.heap.scene;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Scenes in which a lambda or an inner class keeps the resource reachable. */
final class Captures {
  static final class Session {
    final Conn conn = Scene.LISTENER.opened();
  }

  final class Inner {
    Object outer() {
      return Captures.this.own;
    }
  }

  final Conn own = Scene.INNER.opened();

  static Runnable lambda = capturing(Scene.LAMBDA.opened());
  static List<Runnable> listeners = new ArrayList<>();
  static Supplier<Object> anonymous = anonymous(Scene.ANONYMOUS.opened());
  static Inner inner = new Captures().new Inner();

  private Captures() {}

  static void set() {
    listeners.add(() -> {});
    listeners.add(listening(new Session()));
  }

  static Runnable capturing(Conn conn) {
    return () -> conn.content = "used";
  }

  private static Runnable listening(Session session) {
    return () -> session.conn.content = "used";
  }

  private static Supplier<Object> anonymous(Conn conn) {
    return new Supplier<>() {
      @Override
      public Object get() {
        return conn;
      }
    };
  }
}
