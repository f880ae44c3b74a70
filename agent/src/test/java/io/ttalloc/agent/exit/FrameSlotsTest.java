package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FrameSlotsTest {
  /** Methods that stand where they call {@code here}. */
  static final class Calls {
    static int line;

    static int here() {
      line = new Throwable().getStackTrace()[1].getLineNumber();
      return line;
    }

    static void withVariables(String name, long wide) {
      List<String> names = new ArrayList<>();
      names.add(name + wide);
      Set<String> none = null;
      try {
        Object inner = new HashSet<>(names);
        here();
        names.add(inner.toString());
      } finally {
        names.clear();
      }
      Objects.requireNonNullElse(none, Set.of());
    }

    static void withWhatWentOutOfScope(List<String> names) {
      if (names.isEmpty()) {
        String gone = names.toString();
        names.add(gone);
      }
      try {
        here();
      } finally {
        names.clear();
      }
    }

    static void withResults(List<String> names) {
      try {
        names.add("a" + List.of(names, here()));
      } finally {
        names.clear();
      }
    }
  }

  private static FrameSlots standing(String method, Runnable call) throws IOException {
    call.run();
    try (InputStream file =
        FrameSlotsTest.class.getResourceAsStream("FrameSlotsTest$Calls.class")) {
      TryBlocks blocks = TryBlocks.of(Objects.requireNonNull(file).readAllBytes());
      return Objects.requireNonNull(blocks.slots(method, Calls.line));
    }
  }

  /** Numbers and what is null have no object. */
  @Test
  void areTheVariablesThatMayReferToObjects() throws IOException {
    FrameSlots slots = standing("withVariables", () -> Calls.withVariables("a", 7));

    assertThat(slots.areKnown()).isTrue();
    assertThat(slots.haveResults()).isFalse();
    assertThat(slots.types()).containsOnlyKeys(0, 3, 5);
    assertThat(slots.types().get(0)).isEqualTo(Optional.of("java/lang/String"));
    assertThat(slots.types().get(5)).isEqualTo(Optional.of("java/util/HashSet"));
  }

  @Test
  void mayStillHaveWhatWentOutOfScope() throws IOException {
    FrameSlots slots =
        standing("withWhatWentOutOfScope", () -> Calls.withWhatWentOutOfScope(new ArrayList<>()));

    assertThat(slots.types()).containsOnlyKeys(0, 1);
    assertThat(slots.types().get(1)).isEmpty();
  }

  @Test
  void mayHaveIntermediateResults() throws IOException {
    assertThat(standing("withResults", () -> Calls.withResults(new ArrayList<>())).haveResults())
        .isTrue();
  }
}
