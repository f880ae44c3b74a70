package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.probe.Injection;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.YamlFile;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a rule says of a class, its code is what the JVM accepts, or the rule is refused: each
 * clause, with each kind of value, in each kind of method. The JVM verifies code when the class is
 * used, and the application would end with VerifyError.
 */
class WovenCodeVerifiesTest {
  private static final String SOURCE =
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

  private static final String METHODS =
      """
      <init> statically numbered made plain wide real many locked generic switched boxed get
      read
      """;

  private static final String VALUES =
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

  /** What takes a value of any kind, with the method for {@code M} and the value for {@code V}. */
  private static final String CLAUSES =
      """
      open: [{method: M, resource: V}]
      open: [{method: M, key: V}]
      open: [{method: M, key: number, of: V}]
      open: [M], bytes: V, label: V
      open: [M], extent: V, address: V
      open: [M], device: V, owns: V, shared: V
      open: [M], space: V, session: V
      open: [<init>], close: [{method: M, resource: V}]
      open: [<init>], close: [{method: M, key: V}]
      open: [<init>], close: [{method: M, key: number, of: V}]
      open: [<init>], close: [close], use: [{method: M, resource: V}]
      open: [<init>], close: [close], touch: [{method: M, resource: V}]
      open: [<init>], close: [close], disown: [{method: M, resource: V}]
      open: [<init>], close: [close], adopt: [{method: M, resource: V}]
      open: [<init>], close: [close], bytes: V, update: [M]
      open: [<init>], close: [close], bytes: bytes, label: V, update: [{method: M, resource: peer}]
      open: [<init>], retain: [{method: M, by: V}], release: [close]
      open: [<init>], retain: [get], release: [{method: M, by: V}]
      open: [<init>], close: [close], holder: true, hold: [{method: M, resource: V, entry: V}]
      open: [<init>], close: [close], holder: true, drop: [{method: M, resource: V}]
      cycle: [{method: M, name: V}]
      """;

  /** What takes no value. */
  private static final String PLAIN_CLAUSES =
      """
      open: [M], close: [M]
      open: [<init>], close: [M], use: [M], touch: [M], scope: [M]
      open: [<init>], close: [close], disown: [M], infrastructure: [M], reclaim: [M]
      open: [<init>], retain: [M], release: [close], scope: [M], update: [M], bytes: bytes
      open: [<init>], close: [close], holder: true, drop: [M], hold: [M]
      open: [M], close: [close], cycle: [M], adopt: [M], scope: [M]
      throws: [{method: M, exception: java.io.IOException}], scope: [M], use: [M]
      """;

  /** Every which combination is tried; 1 tries all, in a minute. No factor of the lists' sizes. */
  private static final int STEP = Integer.getInteger("ttalloc.step", 11);

  @TempDir Path folder;
  private final List<String> wrong = new ArrayList<>();
  private int combinations;
  private int woven;

  @Test
  void whateverARuleSaysTheJvmAcceptsTheCodeOrTheRuleIsRefused() throws Exception {
    WovenApplication.compile(folder, "Shapes", SOURCE);
    for (String method : METHODS.trim().split("\\s+", -1)) {
      for (String clause : PLAIN_CLAUSES.lines().toList()) {
        tryRule(clause.replace("M", method));
      }
      for (String clause : CLAUSES.lines().toList()) {
        for (String value : VALUES.trim().split("\\s+", -1)) {
          if (combinations++ % STEP == 0) {
            tryRule(clause.replace("M", method).replace("V", value));
          }
        }
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(woven).isGreaterThan(5_000 / STEP);
  }

  private void tryRule(String clauses) throws Exception {
    String yaml =
        "schema: tt-alloc-rules/1\nrules:\n- {class: com.acme.Shapes, type: shape, "
            + clauses
            + "}";
    if (!(RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND))
            instanceof RuleFile.Accepted accepted)
        || accepted.pack().rules().isEmpty()) {
      return;
    }
    Path file = folder.resolve("com/acme/Shapes.class");
    Injection injection = new Injection("inject=1", null, 1, new Silent());
    Weaver weaver = new Weaver(new ProbeRules(0, injection), new ReleaseCalls());
    FolderLoader loader = new FolderLoader(folder);
    try {
      loader.shapes =
          weaver.weave(
              loader, "com.acme.Shapes", Files.readAllBytes(file), accepted.pack().rules(), true);
    } catch (UnknownMember refused) {
      return;
    } catch (RuntimeException e) {
      wrong.add(clauses + ": " + e);
      return;
    }
    woven++;
    try {
      Class<?> ignored = Class.forName("com.acme.Shapes", true, loader);
    } catch (LinkageError e) {
      wrong.add(clauses + ": " + String.valueOf(e).lines().limit(2).toList());
    }
  }

  /** Is told of nothing: no code runs. */
  private static final class Silent implements Injection.Listener {
    @Override
    public void failing(String method, Throwable thrown, @Nullable StackTraceElement caller) {}

    @Override
    public void notMade(String method, Throwable problem, @Nullable StackTraceElement caller) {}
  }

  /** Defines the woven class and those beside it. */
  private static final class FolderLoader extends ClassLoader {
    private final Path folder;
    private byte[] shapes = {};

    FolderLoader(Path folder) {
      super(WovenCodeVerifiesTest.class.getClassLoader());
      this.folder = folder;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try {
        byte[] file =
            name.equals("com.acme.Shapes")
                ? shapes
                : Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    protected @Nullable URL findResource(String name) {
      try {
        Path found = folder.resolve(name);
        return Files.exists(found) ? found.toUri().toURL() : null;
      } catch (MalformedURLException e) {
        return null;
      }
    }
  }
}
