package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data/Stra\u00dfe/\u65e5\u672c.csv",
        "\ud83d\ude80",
        "\u00a0",
        "\\u202e",
        "\ue000"
      })
  void leavesOrdinaryTextAlone(String text) {
    assertThat(VisibleText.of(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x07, 0x08, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xad, 0x61c,
        0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d,
        0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xd83d, 0xde80, 0xfeff
      })
  void showsWhatWouldMoveHideOrReorderText(int c) {
    String shown = "\\u%04x".formatted(c);

    assertThat(VisibleText.of("a" + (char) c + "b")).isEqualTo("a" + shown + "b");
    assertThat(VisibleText.of("" + (char) c)).isEqualTo(shown);
  }

  @Test
  void showsInvisibleCharactersBeyondTheFirstPlaneAsPairs() {
    assertThat(VisibleText.of("a" + Character.toString(0xe0041))).isEqualTo("a\\udb40\\udc41");
  }
}
