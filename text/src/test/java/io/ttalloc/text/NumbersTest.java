package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void groupsByThreeWhateverTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(Numbers.grouped(0)).isEqualTo("0");
      assertThat(Numbers.grouped(999)).isEqualTo("999");
      assertThat(Numbers.grouped(1_000)).isEqualTo("1,000");
      assertThat(Numbers.grouped(-123_456)).isEqualTo("-123,456");
      assertThat(Numbers.bytes(12_884_901_504L)).isEqualTo("12,884,901,504 B");
      assertThat(Numbers.duration(2_130_000_000L)).isEqualTo("2.1 s");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void choosesTheUnitOfADuration() {
    assertThat(Numbers.duration(850)).isEqualTo("850 ns");
    assertThat(Numbers.duration(1_250)).isEqualTo("1.2 us");
    assertThat(Numbers.duration(350_000_000)).isEqualTo("350 ms");
    assertThat(Numbers.duration(252_000_000_000L)).isEqualTo("4 min 12 s");
    assertThat(Numbers.duration(3_600_000_000_000L * 3 + 300_000_000_000L)).isEqualTo("3 h 05 min");
  }

  @Test
  void foldsAscendingNumbersIntoRanges() {
    assertThat(Numbers.ranges(List.of())).isEmpty();
    assertThat(Numbers.ranges(List.of(0))).isEqualTo("0");
    assertThat(Numbers.ranges(List.of(0, 1, 2, 3, 4, 5, 6, 7))).isEqualTo("0-7");
    assertThat(Numbers.ranges(List.of(0, 2, 3, 4, 9))).isEqualTo("0, 2-4, 9");
    assertThat(Numbers.ranges(List.of(1, 2, 5))).isEqualTo("1, 2, 5");
  }

  @Test
  void writesOffsetsInDecimalAndAddressesInHexadecimal() {
    assertThat(Numbers.address(101_152)).isEqualTo("101152");
    assertThat(Numbers.address(0x3ffff800L)).isEqualTo("0x3ffff800");
    assertThat(Numbers.address(-1)).isEqualTo("0xffffffffffffffff");
  }

  @Test
  void formsPlurals() {
    assertThat(Numbers.counted(1, "file")).isEqualTo("1 file");
    assertThat(Numbers.counted(3, "file")).isEqualTo("3 files");
    assertThat(Numbers.counted(2, "entry")).isEqualTo("2 entries");
    assertThat(Numbers.counted(2, "mesh")).isEqualTo("2 meshes");
    assertThat(Numbers.counted(0, "key")).isEqualTo("0 keys");
  }

  @Test
  void spellsPlurals() {
    assertThat(Numbers.counted(3, "key")).isEqualTo("3 keys");
    assertThat(Numbers.counted(3, "directory")).isEqualTo("3 directories");
    assertThat(Numbers.counted(3, "path")).isEqualTo("3 paths");
    assertThat(Numbers.counted(3, "batch")).isEqualTo("3 batches");
  }
}
