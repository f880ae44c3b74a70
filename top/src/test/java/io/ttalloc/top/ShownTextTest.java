package io.ttalloc.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests how text, numbers and bars are fitted into a few columns. */
class ShownTextTest {

  @Test
  void wideCharactersTakeTwoColumns() {
    assertThat(ShownText.columns("a日e\u0301")).isEqualTo(4);
    assertThat(ShownText.head("日本語", 3)).isEqualTo("日");
    assertThat(ShownText.shortened("日本語日本語日本語", 12)).isEqualTo("日本...本語");
    assertThat(ShownText.shortened("日本語", 6)).isEqualTo("日本語");
  }

  @Test
  void whatIsInvisibleIsEscapedBeforeItIsCut() {
    assertThat(Cell.of("ab\u001b[2J", Look.PLAIN).text().apply(9)).isEqualTo("ab\\...[2J");
    assertThat(Cell.of("\n", Look.PLAIN).natural()).isEqualTo(6);
  }

  @Test
  void linesAreBrokenBetweenWordsOrInFramesBeforeThePlace() {
    assertThat(ShownText.folded("  why  one two three", 12))
        .containsExactly("  why  one", "    two", "    three");
    assertThat(ShownText.folded("io.acme.Pool.borrow(Pool.java:12)", 24))
        .containsExactly("io.acme.Pool.borrow", "  (Pool.java:12)");
    assertThat(ShownText.folded("x".repeat(9), 4)).containsExactly("xxxx", "  xx", "  xx", "  x");
    assertThat(ShownText.folded("日本", 1)).isNotEmpty();
  }

  @Test
  void bytesAndRatesAndAgesAreShort() {
    assertThat(
            List.of(0L, 1_023L, 1_024L, 1_536L, 921_600L, 12L << 30, Long.MAX_VALUE).stream()
                .map(ShownText::bytes))
        .containsExactly("0 B", "1023 B", "1 KiB", "1.5 KiB", "900 KiB", "12 GiB", "8 EiB");
    assertThat(List.of(0.0, 0.01, 3.44, 12.6, 12_345.0, 1e6).stream().map(ShownText::rate))
        .containsExactly("0", "0.1", "3.4", "13", "12,345", "1,000k");
    assertThat(
            List.of(-1L, 59L, 61L, 3_661L, 90_000L).stream()
                .map(seconds -> ShownText.age(Duration.ofSeconds(seconds))))
        .containsExactly("0s", "59s", "1m01s", "1h01m", "1d01h");
  }

  @Test
  void aBarShowsEveryPartAndIsNeverTooLong() {
    assertThat(Glyphs.ASCII.bar(new long[] {50, 25, 0, 0}, 100, 8)).isEqualTo("####==..");
    assertThat(Glyphs.ASCII.bar(new long[] {1, 1, 1, 1}, 1_000_000, 8)).isEqualTo("#=+-....");
    assertThat(Glyphs.ASCII.bar(new long[] {500, 500, 0, 1}, 100, 4)).isEqualTo("####");
    assertThat(Glyphs.ASCII.bar(new long[] {5, 0, 0, 0}, 0, 4)).isEqualTo("#...");
    assertThat(Glyphs.ASCII.bar(new long[] {0, 0, 0, 0}, 9, 4)).isEqualTo("....");
  }

  @Test
  void aCurveBeginsAtZeroAndShowsTheLatestValues() {
    assertThat(Glyphs.UNICODE.curve(List.of(9L, 0L, 1L, 50L, 100L), 4)).isEqualTo("▁▂▅█");
    assertThat(Glyphs.UNICODE.curve(List.of(0L, 0L), 4)).isEqualTo("▁▁");
    assertThat(Glyphs.UNICODE.curve(Collections.nCopies(9, 7L), 3)).isEqualTo("███");
    assertThat(Glyphs.UNICODE.curve(List.of(), 3)).isEmpty();
  }

  @Test
  void theLocaleSaysWhetherThereAreBlocks() {
    assertThat(Glyphs.of(Map.of("LANG", "de_DE.UTF-8"))).isEqualTo(Glyphs.UNICODE);
    assertThat(Glyphs.of(Map.of("LANG", "de_DE.UTF-8", "LC_ALL", "C"))).isEqualTo(Glyphs.ASCII);
    assertThat(Glyphs.of(Map.of("LC_CTYPE", "C.utf8"))).isEqualTo(Glyphs.UNICODE);
    assertThat(Glyphs.of(Map.of())).isEqualTo(Glyphs.ASCII);
  }
}
