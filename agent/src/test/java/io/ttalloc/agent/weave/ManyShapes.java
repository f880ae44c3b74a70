package io.ttalloc.agent.weave;

/** A class with members of all kinds, and the values and methods that rules may name in it. */
final class ManyShapes {
  static final String SOURCE =
      """
      package com.acme;

      import java.io.FilterInputStream;
      import java.io.InputStream;
      import java.util.List;
      import java.util.function.Supplier;

      interface Named {
        int LIMIT = 5;
        static Object shared() { return LIMIT; }
        default Shapes self() { return (Shapes) this; }
        default int answer() { return 42; }
      }

      enum Mode { ON, OFF; final Object of = this; long size() { return 1; } }

      record Place(int device, long size, String name) {}

      class Box<T> { T content; T get() { return content; } }

      public class Shapes extends FilterInputStream implements Named, Supplier<String> {
        static Object LOCK = new Object();
        static int count;
        static long total;
        static Shapes current;
        static double ratio;
        private static String secret = "s";
        int number;
        long bytes;
        short small;
        byte tiny;
        char letter;
        boolean flag;
        float real;
        double exact;
        String text = "t";
        Object any = this;
        Integer boxed = 1;
        Long longBoxed = 1L;
        Boolean flagBoxed = true;
        int[] ints = {};
        Object[] objects = {};
        Shapes peer;
        Mode mode = Mode.ON;
        Place place = new Place(1, 2, "p");
        Box<Shapes> box = new Box<>();
        private long hidden;
        protected Object guarded = this;

        Shapes() { this(null, 1L, 2.0); }
        Shapes(InputStream from) { super(from); }
        Shapes(Shapes from, long bytes, double exact) {
          super(from);
          for (int i = 0; i < 3; i++) { if (i > bytes) { throw new IllegalStateException(); } }
        }

        static Object lock() { return LOCK; }
        static long total() { return total; }
        static Shapes current() { return current; }
        int number() { return number; }
        long bytes() { return bytes; }
        boolean flag() { return flag; }
        String text() { return text; }
        Shapes peer() { return peer; }
        int[] ints() { return ints; }
        void nothing() {}
        private Object hidden() { return this; }
        protected Shapes guarded() { return this; }
        @Override public String get() { return text; }

        static void statically() {}
        static int numbered(int number, Shapes of) { return number; }
        static Shapes made(long first, Shapes from, double last) { return from == null ? new Shapes() : from; }
        void plain(Object what) { while (true) { if (what == null) { return; } what = null; } }
        long wide(long a, double b, Shapes c, InputStream in) { try { return a; } finally { count++; } }
        double real(float a) { if (a > 0) { throw new IllegalArgumentException(); } return a; }
        Shapes[] many(Shapes... all) { return all; }
        synchronized boolean locked(FilterInputStream other) { synchronized (other) { return true; } }
        Box<? extends Shapes> generic(Box<Shapes> box, List<? super Shapes> list) { return box; }
        Object switched(int what) { switch (what) { case 1: return 1; case 2: return "2"; default: return null; } }
        char boxed(Integer a, Short b, Long c) { int d = a; return (char) d; }
        @Override public void close() {}
        @Override public int read() { return 0; }
      }
      """;

  static final String METHODS =
      """
      <init> statically numbered made plain wide real many locked generic switched boxed get
      read
      """;

  static final String VALUES =
      """
      this result $0 $1 $2 $3 LOCK count total current ratio secret LIMIT number bytes small
      tiny letter flag real exact text any boxed longBoxed flagBoxed ints objects peer mode
      mode.of mode.size() place.device place.size() place.name() box.content box.get()
      box.get().bytes() hidden guarded in peer.in current.total lock() total() current()
      current().current.bytes number() bytes() flag() text() peer().peer.text ints() nothing()
      hidden() guarded() peer.guarded() get() self() answer() shared() clone() hashCode()
      getClass() $0.in $1.in $2.in $0.current $1.current.total $0.clone() $1.bytes $2.bytes()
      $0.length result.bytes result.in result.content 7 =label true
      """;

  private ManyShapes() {}
}
