package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapRoomTest {
  private static final long MORE_THAN_ALL = Long.MAX_VALUE / 16;

  private static void require(String... arguments) throws HeapRoom.TooSmallException {
    HeapRoom.of(arguments).require(MORE_THAN_ALL, "judging");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:+CrashOnOutOfMemoryError",
        "-XX:+HeapDumpOnOutOfMemoryError",
        "-XX:OnOutOfMemoryError=kill %p",
        "-XX:+UseEpsilonGC"
      })
  void whereAnErrorDoesHarmThereMustBeRoom(String flag) {
    String shown = flag.startsWith("-XX:On") ? "-XX:OnOutOfMemoryError" : flag;
    assertThatThrownBy(() -> require("-Xmx1g", flag))
        .isInstanceOf(HeapRoom.TooSmallException.class)
        .hasMessageMatching(
            "judging may need [0-9,]+ bytes of heap, but only [0-9,]+ are free; with "
                + java.util.regex.Pattern.quote(shown)
                + ", running out of heap would harm the application");
    assertThatCode(() -> HeapRoom.of(new String[] {flag}).require(1, "judging"))
        .doesNotThrowAnyException();
  }

  @Test
  void elsewhereItIsTried() {
    assertThatCode(() -> require("-Xmx1g", "-XX:+UseSerialGC", "-Dx=-XX:+ExitOnOutOfMemoryError"))
        .doesNotThrowAnyException();
    assertThatCode(() -> require("-XX:+ExitOnOutOfMemoryError", "-XX:-ExitOnOutOfMemoryError"))
        .doesNotThrowAnyException();
  }
}
