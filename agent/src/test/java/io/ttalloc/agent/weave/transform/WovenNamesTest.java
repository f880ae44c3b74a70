package io.ttalloc.agent.weave.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.Hooks;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WovenNamesTest {
  @Test
  void aClassThatCallsHooksIsRecognised() throws IOException {
    assertThat(WovenNames.haveHooks(classFile(Caller.class))).isTrue();
  }

  @Test
  void aClassThatOnlyNamesThemInATextIsNot() throws IOException {
    assertThat(WovenNames.haveHooks(classFile(Namer.class))).isFalse();
    assertThat(WovenNames.haveHooks(classFile(Object.class))).isFalse();
  }

  private static byte[] classFile(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  static final class Caller {
    static void call() {
      Hooks.used("a resource");
    }
  }

  static final class Namer {
    static final long LONG = 1L << 40;
    static final String[] NAMES = {"io/ttalloc/probe/Hooks", "Lio/ttalloc/probe/Hooks;"};

    static long sum() {
      return LONG + NAMES.length;
    }
  }
}
