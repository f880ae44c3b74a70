package io.ttalloc.top.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.top.TopKey;
import io.ttalloc.top.TopKey.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the sequences that terminals send for keys. */
class KeyReaderTest {
  /** Stands for a pause that is longer than any pause between the characters of one key. */
  private static final char PAUSE = '\0';

  private static List<TopKey> keys(String sent) throws IOException {
    int[] at = {0};
    KeyReader reader =
        new KeyReader(
            millis -> {
              if (at[0] == sent.length()) {
                return KeyReader.Characters.END;
              }
              char c = sent.charAt(at[0]++);
              return c == PAUSE ? KeyReader.Characters.NOTHING : c;
            });
    List<TopKey> keys = new ArrayList<>();
    for (TopKey key = reader.next(); key != null; key = reader.next()) {
      keys.add(key);
    }
    return keys;
  }

  private static List<Kind> kinds(String sent) throws IOException {
    return keys(sent).stream().map(TopKey::kind).toList();
  }

  @Test
  void arrowsHaveTwoForms() throws IOException {
    assertThat(kinds("\u001b[A\u001bOA\u001b[B\u001bOB"))
        .containsExactly(Kind.UP, Kind.UP, Kind.DOWN, Kind.DOWN);
    assertThat(kinds("\u001b[C\u001b[D")).containsExactly(Kind.ENTER, Kind.ESCAPE);
  }

  @Test
  void pagesAndEndsHaveSeveralForms() throws IOException {
    assertThat(kinds("\u001b[5~\u001b[6~\u001b[H\u001b[1~\u001b[7~\u001b[F\u001b[4~\u001b[8~"))
        .containsExactly(
            Kind.PAGE_UP,
            Kind.PAGE_DOWN,
            Kind.HOME,
            Kind.HOME,
            Kind.HOME,
            Kind.END,
            Kind.END,
            Kind.END);
  }

  @Test
  void anEscapeAloneIsAKeyAndSoIsWhatFollowsLater() throws IOException {
    assertThat(kinds("\u001b\0q")).containsExactly(Kind.ESCAPE, Kind.CHARACTER);
    assertThat(keys("\u001bm")).containsExactly(TopKey.of(Kind.ESCAPE), TopKey.of('m'));
    assertThat(kinds("\u001b\u001b[A")).containsExactly(Kind.ESCAPE, Kind.UP);
    assertThat(kinds("\u001b")).containsExactly(Kind.ESCAPE);
  }

  @Test
  void aKeyWhoseEscapeComesEarlyIsStillThatKey() throws IOException {
    assertThat(kinds("\u001b\0[A\u001b\0OB"))
        .containsExactly(Kind.ESCAPE, Kind.UP, Kind.ESCAPE, Kind.DOWN);
    assertThat(kinds("\u001b\0q[A"))
        .containsExactly(Kind.ESCAPE, Kind.CHARACTER, Kind.CHARACTER, Kind.CHARACTER);
  }

  @Test
  void sequencesOfOtherKeysAreOneKeyThatDoesNothing() throws IOException {
    assertThat(kinds("\u001b[1;5A\u001b[15~\u001b[200~x"))
        .containsExactly(Kind.UP, Kind.OTHER, Kind.OTHER, Kind.CHARACTER);
    assertThat(kinds("\u001b[\0q")).containsExactly(Kind.OTHER, Kind.CHARACTER);
  }

  @Test
  void charactersBeyondTheFirstPlaneAreOneKey() throws IOException {
    assertThat(keys("a日\ud83d\ude00"))
        .containsExactly(TopKey.of('a'), TopKey.of('日'), TopKey.of(0x1f600));
    assertThat(kinds("\ud83dx")).containsExactly(Kind.OTHER);
  }

  @Test
  void controlCharacters() throws IOException {
    assertThat(kinds("\r\n\t\u007f\b\u0001"))
        .containsExactly(
            Kind.ENTER, Kind.ENTER, Kind.TAB, Kind.BACKSPACE, Kind.BACKSPACE, Kind.OTHER);
    assertThat(kinds("x\u0003y")).containsExactly(Kind.CHARACTER);
  }
}
