package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordingTest {
  private static final List<String> KNOWN = List.of("open", "close", "reclaim", "device");

  @ParameterizedTest
  @CsvSource({
    "opne, open",
    "opem, open",
    "oepn, open",
    "clsoe, close",
    "devise, device",
    "reclaims, reclaim"
  })
  void suggestsTheNearestWord(String word, String nearest) {
    assertThat(Wording.didYouMean(KNOWN, word)).isEqualTo(" (did you mean '" + nearest + "'?)");
  }

  @ParameterizedTest
  @CsvSource({"xyz", "''", "completely-different", "op-en-the-door"})
  void suggestsNothingWhenNoWordIsNear(String word) {
    assertThat(Wording.didYouMean(KNOWN, word)).isEmpty();
  }

  @Test
  void doesNotCompareVeryLongWords() {
    assertThat(Wording.didYouMean(List.of("a".repeat(100_000)), "a".repeat(100_000))).isEmpty();
  }

  @Test
  void quotesInOneVisibleLineOfBoundedLength() {
    assertThat(Wording.quote("a\nb\u001b[0m\u202ec\u2028"))
        .isEqualTo("'a\\u000ab\\u001b[0m\\u202ec\\u2028'");
    assertThat(Wording.quote("gr\u00fcn \uD83D\uDE80")).isEqualTo("'gr\u00fcn \uD83D\uDE80'");
    assertThat(Wording.quote("\uD83D")).isEqualTo("'\\ud83d'");
    assertThat(Wording.quote("x".repeat(55) + "\n")).isEqualTo("'" + "x".repeat(55) + "...'");
    assertThat(Wording.quote("x".repeat(61))).isEqualTo("'" + "x".repeat(60) + "...'");
    assertThat(Wording.quote("x".repeat(60))).isEqualTo("'" + "x".repeat(60) + "'");
  }
}
