package io.ttalloc.runtime.ttnn;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Bfloat16Test {
  @Test
  void keepsEveryValueOfItsOwn() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float value = Bfloat16.toFloat((short) bits);
      if (Float.isNaN(value)) {
        assertThat(Bfloat16.toFloat(Bfloat16.fromFloat(value))).isNaN();
      } else {
        assertThat(Bfloat16.fromFloat(value)).isEqualTo((short) bits);
      }
    }
  }

  @Test
  void roundsToTheNearestAndToTheEvenOneOfTwo() {
    assertThat(Bfloat16.fromFloat(1.0f)).isEqualTo((short) 0x3f80);
    // 1 + 1/256 is halfway between 0x3f80 and 0x3f81, 1 + 3/256 halfway between 0x3f81 and 0x3f82.
    assertThat(Bfloat16.fromFloat(1f + 1f / 256)).isEqualTo((short) 0x3f80);
    assertThat(Bfloat16.fromFloat(1f + 3f / 256)).isEqualTo((short) 0x3f82);
    assertThat(Bfloat16.fromFloat(Math.nextUp(1f + 1f / 256))).isEqualTo((short) 0x3f81);
    assertThat(Bfloat16.fromFloat(Float.MAX_VALUE)).isEqualTo((short) 0x7f80);
    assertThat(Bfloat16.fromFloat(-0f)).isEqualTo((short) 0x8000);
  }

  @Test
  void isNeverFurtherAwayThanTheNeighbours() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt(0x7f00_0000));
      short rounded = Bfloat16.fromFloat(value);
      BigDecimal error = distance(value, rounded);
      assertThat(error).isLessThanOrEqualTo(distance(value, (short) (rounded + 1)));
      if (rounded != 0) {
        assertThat(error).isLessThanOrEqualTo(distance(value, (short) (rounded - 1)));
      }
    }
  }

  private static BigDecimal distance(float value, short bits) {
    return new BigDecimal(value).subtract(new BigDecimal(Bfloat16.toFloat(bits))).abs();
  }
}
