package io.ttalloc.ledger.slots;

import static io.ttalloc.ledger.SlotLayout.MAX_PIECES;
import static io.ttalloc.ledger.SlotLayout.PIECE_TEXT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.write.TestLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelTest {
  @TempDir Path dir;

  private static String label(String label) {
    return new String(Label.bytes(label), StandardCharsets.UTF_8);
  }

  private static int pieces(String label) {
    byte[] bytes = Label.bytes(label);
    int pieces = 0;
    for (int from = 0; from < bytes.length; from += Label.pieceLength(bytes, from)) {
      pieces++;
    }
    return pieces;
  }

  @Test
  void aShortLabelStaysAsItIs() {
    assertThat(label("data/a.csv")).isEqualTo("data/a.csv");
    assertThat(label("")).isEmpty();
  }

  @Test
  void aLongLabelLosesItsMiddle() {
    String cut = label("/start/" + "x".repeat(1000) + "/end.csv");
    assertThat(cut).startsWith("/start/xx").contains("x...x").endsWith("xx/end.csv").hasSize(245);
  }

  /** Characters of one, two, three and four bytes; every length at which a text is truncated. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "ä", "木", "😀", "a木", "😀ä"})
  void everyLengthOfEveryScriptFitsIntoItsPiecesWithoutBreakingACharacter(String unit) {
    for (int count = 0; count < 1200; count++) {
      String label = unit.repeat(count);
      String cut = label(label);
      assertThat(pieces(label)).isLessThanOrEqualTo(MAX_PIECES);
      assertThat(cut.getBytes(StandardCharsets.UTF_8).length)
          .isLessThanOrEqualTo(MAX_PIECES * PIECE_TEXT_BYTES);
      assertThat(cut.replace(unit, "")).as("%d x %s", count, unit).isIn("", "...", unit(cut, unit));
    }
  }

  /**
   * Returns what remains of {@code cut} without its complete units, if this consists of whole
   * characters before and after the dots.
   */
  private static String unit(String cut, String unit) {
    String rest = cut.replace(unit, "");
    String head = unit.substring(0, unit.offsetByCodePoints(0, 1));
    String tail = unit.substring(head.length());
    for (String before : new String[] {"", head}) {
      for (String after : new String[] {"", tail}) {
        if (rest.equals(before + "..." + after)) {
          return rest;
        }
      }
    }
    return "a whole character";
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "a\ude00\ud83d", "\0", "\u001b[2J\n\r\t"})
  void brokenAndControlCharactersAreWrittenAndRead(String label) throws IOException {
    assertThat(readBack(label))
        .isEqualTo(new String(label.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    assertThat(label(label.repeat(3000)).length()).isPositive();
  }

  @Test
  void aLabelOfTenMillionCharactersCostsNoMoreThanItsEnds() {
    assertThat(label("木".repeat(10_000_000))).matches("木+\\.\\.\\.木+");
  }

  @Test
  void aReaderSeesTheLabelThatWasWritten() throws IOException {
    String label = "木".repeat(60) + "/naïve 😀.csv";
    assertThat(readBack(label)).isEqualTo(label);
  }

  private String readBack(String label) throws IOException {
    TestLedger ledger = new TestLedger(dir);
    int slot = ledger.open(ledger.tally());
    ledger.writer.slots().extensions().setLabel(slot, label, false, ledger.batch);
    return String.valueOf(ledger.slots().get(0).label());
  }
}
