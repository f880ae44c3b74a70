package io.ttalloc.ledger.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineRangesTest {
  private static LineRanges of(int... lines) {
    BitSet set = new BitSet();
    IntStream.of(lines).forEach(set::set);
    return LineRanges.of(set);
  }

  @Test
  void joinNeighbouringLines() {
    assertThat(of(12, 14, 15, 16)).hasToString("12,14-16");
    assertThat(of()).hasToString("");
  }

  @Test
  void areReadAsTheyAreWritten() {
    assertThat(LineRanges.parse("12,14-16")).isEqualTo(of(12, 14, 15, 16));
    assertThat(LineRanges.parse("")).isEqualTo(of());
  }

  @Test
  void containTheirFirstAndLastLines() {
    LineRanges ranges = LineRanges.parse("12,14-20");
    assertThat(IntStream.range(10, 23).filter(ranges::contains).toArray())
        .containsExactly(12, 14, 15, 16, 17, 18, 19, 20);
  }

  @Test
  void skipWhatIsNoRange() {
    assertThat(LineRanges.parse("x,7,-,9-8")).isEqualTo(LineRanges.parse("7,9-8"));
    assertThat(LineRanges.parse("9-8").contains(8)).isFalse();
  }

  @Test
  void areAtMostTwenty() {
    int[] odd = IntStream.range(0, 50).map(i -> 2 * i).toArray();
    assertThat(of(odd).ranges()).hasSize(20);
  }
}
