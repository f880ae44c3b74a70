package io.ttalloc.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LifetimeBucketsTest {
  @Test
  void shorterAndLongerLifetimesFallIntoTheFirstAndTheLastBucket() {
    assertThat(LifetimeBuckets.indexOf(Long.MIN_VALUE)).isZero();
    assertThat(LifetimeBuckets.indexOf(-1)).isZero();
    assertThat(LifetimeBuckets.indexOf(0)).isZero();
    assertThat(LifetimeBuckets.indexOf(71)).isZero();
    assertThat(LifetimeBuckets.indexOf(72)).isEqualTo(1);
    assertThat(LifetimeBuckets.indexOf(1L << 46)).isEqualTo(LifetimeBuckets.COUNT - 1);
    assertThat(LifetimeBuckets.indexOf(Long.MAX_VALUE)).isEqualTo(LifetimeBuckets.COUNT - 1);
  }

  @Test
  void theMiddleOfABucketIsInItAndBucketsAscend() {
    for (int index = 0; index < LifetimeBuckets.COUNT; index++) {
      assertThat(LifetimeBuckets.indexOf(LifetimeBuckets.middleNanos(index))).isEqualTo(index);
    }
  }

  @Test
  void whatIsReadIsWithinSixAndAQuarterPercentOfWhatWasCounted() {
    Random random = new Random(17);
    for (int i = 0; i < 100_000; i++) {
      long nanos = 64 + (long) Math.pow(2, 6 + random.nextDouble() * 39.9);
      long read = LifetimeBuckets.middleNanos(LifetimeBuckets.indexOf(nanos));
      assertThat(Math.abs(read - nanos)).isLessThanOrEqualTo((long) (nanos * 0.0625) + 1);
    }
  }
}
