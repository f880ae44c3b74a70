package io.ttalloc.agent.exit.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.ledger.record.LineRanges;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

class TryBlocksTest {
  static final class Conn implements AutoCloseable {
    private boolean open = true;

    @Override
    public void close() {
      open = !open;
    }
  }

  /** Methods that call {@code here}, which stores the line of the call. */
  static final class Calls {
    static int line;
    private final List<Conn> kept = new ArrayList<>();
    private final List<Conn> dropped = new ArrayList<>();

    static void here() {
      line = new Throwable().getStackTrace()[1].getLineNumber();
    }

    static void closeAll(Iterable<Conn> conns) {
      conns.forEach(Conn::close);
    }

    void withFinally(String name) {
      long before = System.nanoTime();
      List<Conn> conns = new ArrayList<>();
      try {
        here();
      } finally {
        closeAll(conns);
      }
      System.out.print(name.substring(name.length()) + before % 1);
    }

    static void withFinallyThatLoops() {
      Conn[] ring = {};
      try {
        here();
      } finally {
        for (Conn conn : ring) {
          conn.close();
        }
      }
    }

    static void withResources() {
      try (Conn first = new Conn();
          Conn second = new Conn()) {
        Objects.requireNonNull(first);
        Objects.requireNonNull(second);
        here();
      }
    }

    static Conn opened() {
      return new Conn();
    }

    static Conn wrapped(Conn conn) {
      return conn;
    }

    static void withResults() throws Exception {
      try (Conn wrapper = wrapped(opened())) {
        Objects.requireNonNull(wrapper);
        here();
      }
      Conn left = opened();
      Objects.requireNonNull(left);
    }

    static void withCondition(boolean closes) {
      Conn closed = opened();
      Conn kept = wrapped(new Conn());
      try {
        here();
      } finally {
        if (closes) {
          kept.close();
        }
        if (closed != null) {
          closed.close();
        }
      }
    }

    void withFieldInFinally() {
      try {
        here();
      } finally {
        kept.forEach(Conn::close);
      }
      dropped.clear();
    }

    static void withCatchOfEverything() {
      Conn conn = new Conn();
      List<Conn> others = new ArrayList<>();
      while (others.size() < 1) {
        try {
          here();
        } catch (Throwable e) {
          conn.close();
        }
        others.add(conn);
      }
    }

    static void aheadOfALock() {
      Conn conn = new Conn();
      try {
        here();
        synchronized (conn) {
          conn.open = true;
        }
      } finally {
        conn.close();
      }
    }

    static void aheadOfALoop() {
      Conn conn = new Conn();
      try {
        here();
        while (conn.open) {
          conn.open = false;
        }
      } finally {
        conn.close();
      }
    }

    static void finallyThatUsesNothing() {
      Conn conn = new Conn();
      try {
        here();
      } finally {
        System.out.print("");
      }
      conn.close();
    }

    static void afterFinally() {
      Conn conn = new Conn();
      try {
        System.out.print("");
      } finally {
        conn.close();
      }
      here();
    }

    static void inSynchronized() {
      Conn conn = new Conn();
      synchronized (conn) {
        here();
      }
    }

    static void inCatchOfOneKind() {
      Conn conn = new Conn();
      try {
        here();
      } catch (IllegalStateException e) {
        conn.close();
      }
    }

    static Conn make() {
      return new Conn();
    }

    private Conn of(Conn inner) {
      return inner;
    }

    static void besideAnother() {
      Conn forgotten = make();
      try (Conn closed = make()) {
        here();
        System.out.print(closed.open ? "." : "");
      }
      forgotten.open = false;
    }

    static void withWrapper() throws Exception {
      try (InputStream wrapper = new BufferedInputStream(new ByteArrayInputStream(new byte[1]))) {
        Objects.requireNonNull(wrapper);
        here();
      }
    }

    static Conn named(String name) {
      return name.isEmpty() ? new Conn() : make();
    }

    static void besideOneOfTheSameName(String name) {
      try (Conn closed = named(name)) {
        Conn forgotten = named(name);
        here();
        System.out.print(closed.open ? "." : "");
        forgotten.open = false;
      }
    }

    void byOtherVariables(boolean flag) {
      Conn inner = flag ? make() : null;
      System.out.print("");
      Conn outer = of(inner);
      try {
        here();
      } finally {
        outer.close();
      }
    }

    static void handed(Conn conn) {
      try {
        here();
      } finally {
        conn.close();
      }
    }

    static void made() {
      try (Conn conn = new Conn()) {
        here();
        System.out.print(conn.open ? "." : "");
      }
    }

    static void plain() {
      here();
    }
  }

  private static byte[] classFile() throws IOException {
    String file = "/" + Calls.class.getName().replace('.', '/') + ".class";
    try (InputStream in = Calls.class.getResourceAsStream(file)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static List<String> used(byte[] classFile, String method, Runnable call) {
    return usedAfter(0, classFile, method, call);
  }

  private static List<String> usedAfter(int further, String method, Runnable call)
      throws IOException {
    return usedAfter(further, classFile(), method, call);
  }

  private static List<String> usedAfter(
      int further, byte[] classFile, String method, Runnable call) {
    call.run();
    return TryBlocks.of(classFile).variables(method, Calls.line + further).stream()
        .map(variable -> shown(variable.type()))
        .toList();
  }

  private static String shown(String type) {
    return type == null ? "?" : type.substring(type.lastIndexOf('/') + 1);
  }

  private static List<String> used(String method, Runnable call) throws IOException {
    return used(classFile(), method, call);
  }

  @Test
  void guardWhatACleanupUses() throws IOException {
    assertThat(used("withFinally", () -> new Calls().withFinally(""))).containsExactly("List");
    assertThat(used("withFinallyThatLoops", Calls::withFinallyThatLoops))
        .containsExactly("TryBlocksTest$Conn;");
    assertThat(used("withResources", Calls::withResources))
        .containsExactlyInAnyOrder("TryBlocksTest$Conn", "TryBlocksTest$Conn");
    assertThat(used("withFieldInFinally", () -> new Calls().withFieldInFinally()))
        .containsExactly("TryBlocksTest$Calls");
    assertThat(used("withCatchOfEverything", Calls::withCatchOfEverything))
        .containsExactly("TryBlocksTest$Conn");
  }

  /** A thread that waits for a lock or runs a loop is not at a call. */
  @Test
  void guardWhereNothingIsCalled() throws IOException {
    for (int further = 0; further < 3; further++) {
      assertThat(usedAfter(further, "aheadOfALoop", Calls::aheadOfALoop))
          .containsExactly("TryBlocksTest$Conn");
    }
    assertThat(usedAfter(1, "aheadOfALock", Calls::aheadOfALock))
        .containsExactly("TryBlocksTest$Conn");
  }

  @Test
  void guardNothingElse() throws IOException {
    assertThat(used("finallyThatUsesNothing", Calls::finallyThatUsesNothing)).isEmpty();
    assertThat(used("afterFinally", Calls::afterFinally)).isEmpty();
    assertThat(used("inSynchronized", Calls::inSynchronized)).isEmpty();
    assertThat(used("inCatchOfOneKind", Calls::inCatchOfOneKind)).isEmpty();
    assertThat(used("plain", Calls::plain)).isEmpty();
    assertThat(used("withResources", Calls::plain)).isEmpty();
  }

  @Test
  void guardWithoutKnownTypesWhatACleanupHasNotStoredItself() throws IOException {
    byte[] old = withoutFrames(classFile());
    assertThat(used(old, "withFinally", () -> new Calls().withFinally(""))).containsExactly("?");
    assertThat(used(old, "plain", Calls::plain)).isEmpty();
  }

  /** Returns the class file without stack map frames, as compilers before Java 6 generated it. */
  private static byte[] withoutFrames(byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile).accept(writer, ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  @Test
  void refuseWhatIsNoClassFile() {
    assertThatThrownBy(() -> TryBlocks.of(new byte[] {1, 2, 3}))
        .isInstanceOf(RuntimeException.class);
  }

  /** The lines of the origin, relative to the line of the call. */
  private static List<Integer> originOf(VariableOrigin origin) {
    LineRanges lines = Objects.requireNonNull(origin.lines());
    return IntStream.rangeClosed(-20, 20)
        .filter(line -> lines.contains(Calls.line + line))
        .boxed()
        .toList();
  }

  private static VariableOrigin origin(String method, Runnable call) throws IOException {
    call.run();
    return TryBlocks.of(classFile()).variables(method, Calls.line).get(0).origin();
  }

  @Test
  void tellAnObjectFromOneAroundIt() throws Exception {
    Calls.withWrapper();
    TryBlocks blocks = TryBlocks.of(classFile());
    int line = Calls.line - 2;
    for (Class<?> type : List.of(BufferedInputStream.class, ByteArrayInputStream.class)) {
      String name = type.getName().replace('.', '/');
      assertThat(blocks.closesResult("withWrapper", line, name)).isTrue();
      assertThat(blocks.closesWrapper("withWrapper", line, name))
          .isEqualTo(type == ByteArrayInputStream.class);
    }
    assertThat(blocks.closesResult("withWrapper", line, "java/io/File")).isFalse();
  }

  @Test
  void haveTheLinesThatMayHaveGivenAVariableItsValue() throws IOException {
    assertThat(originOf(origin("besideAnother", Calls::besideAnother)))
        .contains(-1)
        .doesNotContain(-2);
    assertThat(
            originOf(origin("besideOneOfTheSameName", () -> Calls.besideOneOfTheSameName("name"))))
        .contains(-2)
        .doesNotContain(-1);
    assertThat(originOf(origin("byOtherVariables", () -> new Calls().byOtherVariables(true))))
        .contains(-4, -2)
        .doesNotContain(-3);
    assertThat(origin("withFieldInFinally", () -> new Calls().withFieldInFinally()))
        .isEqualTo(VariableOrigin.ANY);
  }

  @Test
  void knowWhatNobodyHasHandedToTheMethod() throws IOException {
    assertThat(origin("made", Calls::made).made()).isTrue();
    assertThat(origin("handed", () -> Calls.handed(new Conn())).made()).isFalse();
    assertThat(origin("besideAnother", Calls::besideAnother).made()).isFalse();
  }

  @Test
  void knowWhatACallMayHaveReturnedThatIsNotNew() throws IOException {
    assertThat(origin("besideAnother", Calls::besideAnother).fromCall()).isTrue();
    assertThat(origin("made", Calls::made).fromCall()).isFalse();
    assertThat(origin("handed", () -> Calls.handed(new Conn())).fromCall()).isFalse();
  }

  @Test
  void theResultOfACallIsClosedIfACleanupUsesIt() throws Exception {
    TryBlocks blocks = TryBlocks.of(classFile());
    Calls.withResults();
    int opening = Calls.line - 2;

    assertThat(blocks.closesResult("withResults", opening, "opened")).isTrue();
    assertThat(blocks.closesResult("withResults", opening, "wrapped")).isTrue();
    assertThat(blocks.closesResult("withResults", opening, "close")).isFalse();
    assertThat(blocks.closesResult("withResults", Calls.line + 2, "opened")).isFalse();
  }

  /** If the method returns the result, its cleanup closes the result only on failure. */
  @Test
  void theResultIsNotClosedIfACleanupMayLeaveItOpen() throws Exception {
    TryBlocks blocks = TryBlocks.of(classFile());
    Calls.withCondition(true);
    int opening = Calls.line - 3;

    assertThat(blocks.closesResult("withCondition", opening, "opened")).isTrue();
    assertThat(blocks.closesResult("withCondition", opening + 1, "wrapped")).isFalse();
    assertThat(used("withCondition", () -> Calls.withCondition(true))).hasSize(2);
  }
}
