package io.ttalloc.heap.scene;

import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/** Scenes in which a field or array keeps the resource reachable. */
final class Statics {
  static class BaseSession {
    final Conn inherited = Scene.INHERITED_FIELD.opened();
  }

  static final class Session extends BaseSession {
    final int number = 1;
    final Conn conn = Scene.INSTANCE_FIELD.opened();
  }

  static final class Nested {
    static final class Inner {
      static Conn kept = Scene.NESTED_STATIC.opened();
    }
  }

  static final class Node {
    @Nullable Node next;
    @Nullable Object content;
  }

  static final class Zig {
    @Nullable Zag zag;
  }

  static final class Zag {
    @Nullable Zig zig;
    @Nullable Object content;
  }

  static Conn direct = Scene.DIRECT.opened();
  static Session session = new Session();
  static Conn[] array = {new Conn(), Scene.ARRAY.opened()};
  static Conn[][] matrix = {{}, {new Conn(), new Conn(), Scene.ARRAY_OF_ARRAYS.opened()}};
  static Node chain = new Node();
  static Zig zigzag = new Zig();
  static SoftReference<Conn> soft = new SoftReference<>(Scene.SOFT.opened());
  static Conn cloned = Statics.direct.clone();

  private Statics() {}

  static void set() {
    Node node = chain;
    for (int i = 0; i < 500; i++) {
      node.next = new Node();
      node = node.next;
    }
    node.content = Scene.CHAIN.opened();
    Zig zig = zigzag;
    for (int i = 0; i < 49; i++) {
      zig.zag = new Zag();
      zig.zag.zig = new Zig();
      zig = zig.zag.zig;
    }
    zig.zag = new Zag();
    zig.zag.content = Scene.LONG_CHAIN.opened();
    Conn content = direct;
    content.content = new byte[1_000];
    byte[] shared = new byte[500];
    session.conn.content = shared;
    session.inherited.content = shared;
    new Nested.Inner(); // A class has no static values before it is initialized.
    Scene.FINALIZED.opened(new Conn.Finalized());
  }
}
