package io.ttalloc.ledger.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaturatedSumTest {
  private static final long MAX = Long.MAX_VALUE;

  @Test
  void stopsAtBothEnds() {
    assertThat(SaturatedSum.of(2, -3)).isEqualTo(-1);
    assertThat(SaturatedSum.of(MAX, 1)).isEqualTo(MAX);
    assertThat(SaturatedSum.of(-MAX, -MAX)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void whatIsLeftIsNotNegativeHoweverMuchIsTaken() {
    assertThat(SaturatedSum.left(9, 2, 3)).isEqualTo(4);
    assertThat(SaturatedSum.left(MAX, MAX, MAX)).isZero();
    assertThat(SaturatedSum.left(0, MAX, MAX)).isZero();
  }
}
