package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TryBlocksTest {
  /** Methods whose second call is where they stand. */
  static final class Calls {
    static int line;

    private Calls() {}

    static void here() {
      line = new Throwable().getStackTrace()[1].getLineNumber();
    }

    static void withFinally() {
      try {
        here();
      } finally {
        System.out.print("");
      }
    }

    static void withResources() {
      try (AutoCloseable closed = () -> {}) {
        Objects.requireNonNull(closed);
        here();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    static void afterFinally() {
      try {
        System.out.print("");
      } finally {
        System.out.print("");
      }
      here();
    }

    static void inSynchronized() {
      synchronized (Calls.class) {
        here();
      }
    }

    static void inCatchOfOneKind() {
      try {
        here();
      } catch (IllegalStateException e) {
        throw new AssertionError(e);
      }
    }

    static void plain() {
      here();
    }
  }

  private static boolean guards(String method, Runnable call) throws IOException {
    String file = "/" + Calls.class.getName().replace('.', '/') + ".class";
    call.run();
    try (InputStream in = Calls.class.getResourceAsStream(file)) {
      return TryBlocks.of(Objects.requireNonNull(in).readAllBytes()).guard(method, Calls.line);
    }
  }

  @Test
  void guardWhatAFinallyBlockFollows() throws Exception {
    assertThat(guards("withFinally", Calls::withFinally)).isTrue();
    assertThat(guards("withResources", Calls::withResources)).isTrue();
  }

  @Test
  void guardNothingElse() throws Exception {
    assertThat(guards("afterFinally", Calls::afterFinally)).isFalse();
    assertThat(guards("inSynchronized", Calls::inSynchronized)).isFalse();
    assertThat(guards("inCatchOfOneKind", Calls::inCatchOfOneKind)).isFalse();
    assertThat(guards("plain", Calls::plain)).isFalse();
    assertThat(guards("withFinally", Calls::plain)).isFalse();
  }
}
