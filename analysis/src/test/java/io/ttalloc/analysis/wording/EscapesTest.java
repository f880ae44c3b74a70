package io.ttalloc.analysis.wording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapesTest {
  @Test
  void quotesWhatAShellWouldTakeApart() {
    assertThat(Escapes.quoted("4242")).isEqualTo("4242");
    assertThat(Escapes.quoted("/tmp/a-b/4242-1.ledger")).isEqualTo("/tmp/a-b/4242-1.ledger");
    assertThat(Escapes.quoted("/tmp/it's $here\n/1")).isEqualTo("'/tmp/it'\\''s $here\\u000a/1'");
  }

  @Test
  void leavesOrdinaryTextAlone() {
    assertThat(Escapes.visible("data/Straße/日本.csv")).isEqualTo("data/Straße/日本.csv");
  }

  @Test
  void showsWhatWouldMoveHideOrReorderText() {
    assertThat(Escapes.visible("a\u001b[2Jb")).isEqualTo("a\\u001b[2Jb");
    assertThat(Escapes.visible("a\nb\r\u0085")).isEqualTo("a\\u000ab\\u000d\\u0085");
    assertThat(Escapes.visible("x\u202ecod.exe\u2066")).isEqualTo("x\\u202ecod.exe\\u2066");
    assertThat(Escapes.visible("half \ud83d")).isEqualTo("half \\ud83d");
  }

  @Test
  void leavesOutTheMiddleOfLongText() {
    assertThat(Escapes.shortened("abcdefghij", 10)).isEqualTo("abcdefghij");
    assertThat(Escapes.shortened("abcdefghijk", 9)).isEqualTo("abc...ijk");
  }
}
