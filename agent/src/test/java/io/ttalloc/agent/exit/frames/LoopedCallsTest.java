package io.ttalloc.agent.exit.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests which calls may have supplied the objects that the cleanup of a try statement closes in a
 * loop.
 */
class LoopedCallsTest {
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

    static void here() {
      line = new Throwable().getStackTrace()[1].getLineNumber();
    }

    static void closeAll(Iterable<Conn> conns) {
      conns.forEach(Conn::close);
    }

    static void closeFirst(List<Conn> conns) {
      if (!conns.isEmpty()) {
        conns.remove(0).close();
      }
    }

    static void array() {
      Conn[] ring = {};
      try {
        here();
      } finally {
        for (Conn conn : ring) {
          conn.close();
        }
      }
    }

    static void reference() {
      List<Conn> conns = new ArrayList<>();
      try {
        here();
      } finally {
        conns.forEach(Conn::close);
      }
    }

    static void lambda() {
      List<Conn> conns = new ArrayList<>();
      try {
        here();
      } finally {
        conns.forEach(conn -> conn.close());
      }
    }

    static void helper() {
      List<Conn> conns = new ArrayList<>();
      try {
        here();
      } finally {
        closeAll(conns);
      }
    }

    static void helperOfEach() {
      List<List<Conn>> groups = new ArrayList<>();
      try {
        here();
      } finally {
        groups.forEach(Calls::closeFirst);
      }
    }

    void field() {
      try {
        here();
      } finally {
        kept.forEach(Conn::close);
      }
    }

    static void once() {
      List<Conn> conns = new ArrayList<>();
      for (Conn conn : conns) {
        conn.close();
      }
      try {
        here();
      } finally {
        closeFirst(conns);
      }
    }

    static void filled() {
      List<Conn> conns = new ArrayList<>();
      conns.add(new Conn());
      Conn forgotten = new Conn();
      try {
        forgotten.close();
        here();
      } finally {
        conns.forEach(Conn::close);
      }
      forgotten.close();
    }
  }

  private static TryBlocks blocks() throws IOException {
    String file = "/" + Calls.class.getName().replace('.', '/') + ".class";
    try (InputStream in = Calls.class.getResourceAsStream(file)) {
      return TryBlocks.of(Objects.requireNonNull(in).readAllBytes());
    }
  }

  private static Set<String> called(String method, Runnable call) throws IOException {
    call.run();
    CalledCode code = new CalledCode(Calls.class.getClassLoader());
    return blocks().calledInLoops(method, Calls.line, code).stream()
        .map(type -> type.substring(type.lastIndexOf('$') + 1))
        .collect(Collectors.toSet());
  }

  @Test
  void areFoundHoweverTheLoopIsWritten() throws IOException {
    assertThat(called("array", Calls::array)).containsExactly("Conn");
    assertThat(called("reference", Calls::reference)).containsExactly("Conn");
    assertThat(called("lambda", Calls::lambda)).contains("Conn");
    assertThat(called("helper", Calls::helper)).containsExactly("Conn");
    assertThat(called("helperOfEach", Calls::helperOfEach)).contains("Conn");
    assertThat(called("field", () -> new Calls().field())).containsExactly("Conn");
  }

  @Test
  void areNotWhatIsCalledOnceOrElsewhere() throws IOException {
    assertThat(called("once", Calls::once)).isEmpty();
    assertThat(called("array", Calls::once)).isEmpty();
  }

  /**
   * The result has the lines where the list is created, filled and closed, and both lines inside
   * the try block, but neither of the lines outside it that use only the other object.
   */
  @Test
  void mayBeOfWhatCameByAVariableOfTheCleanupOrWithinTheStatement() throws IOException {
    Calls.filled();
    int line = Calls.line;
    assertThat(blocks().linesOfSame("filled", line).stream())
        .containsExactly(line - 5, line - 4, line - 1, line, line + 2);
  }
}
