package io.ttalloc.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {
  @ParameterizedTest
  @CsvSource({
    "1ms, 1_000_000",
    "500ms, 500_000_000",
    "30s, 30_000_000_000",
    "007m, 420_000_000_000",
    "2h, 7_200_000_000_000",
    "3d, 259_200_000_000_000",
    "520w, 314_496_000_000_000_000"
  })
  void readsANumberAndItsUnit(String text, String nanos) {
    assertThat(TimeSpan.parse(text)).isEqualTo(Long.parseLong(nanos.replace("_", "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "30",
        "0s",
        "0ms",
        "-1s",
        "1.5s",
        " 30s",
        "30 s",
        "30S",
        "30ns",
        "30us",
        "30sec",
        "521w",
        "1234567890ms",
        "99999999999999999999s",
        "\u0663s",
        "never"
      })
  void anythingElseIsNone(String text) {
    assertThat(TimeSpan.parse(text)).isZero();
  }
}
