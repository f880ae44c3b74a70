package io.ttalloc.analysis.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EvenOpeningsTest {
  private static final int RUNS = 2_000;

  /**
   * Chooses at random when a resource that is still open at the end was opened, as a fraction of
   * the run.
   */
  private interface Opening {
    double draw(Random random);
  }

  private static int foundEven(int resources, Opening opening) {
    int even = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      Random random = new Random(seed);
      long[] slices = new long[EvenOpenings.SLICES];
      for (int k = 0; k < resources; k++) {
        slices[(int) (opening.draw(random) * slices.length)]++;
      }
      even += EvenOpenings.areEven(slices) ? 1 : 0;
    }
    return even;
  }

  /**
   * Returns a random opening time, given that lifetimes are exponentially distributed with a mean
   * of a quarter of the run.
   */
  private static double renewed(Random random) {
    double age;
    do {
      age = -0.25 * Math.log(1 - random.nextDouble());
    } while (age >= 1);
    return 1 - Math.max(age, 1e-9);
  }

  @Test
  void aSteadyLeakIsEven() {
    assertThat(foundEven(50, Random::nextDouble)).isGreaterThan(RUNS * 85 / 100);
    assertThat(foundEven(500, Random::nextDouble)).isGreaterThan(RUNS * 85 / 100);
  }

  @Test
  void warmUpAndRenewedPopulationsAreNot() {
    assertThat(foundEven(50, random -> random.nextDouble() * 0.75)).isZero();
    assertThat(foundEven(50, random -> 0.25 + random.nextDouble() * 0.75)).isZero();
    assertThat(foundEven(50, EvenOpeningsTest::renewed)).isLessThanOrEqualTo(RUNS / 100);
    assertThat(foundEven(500, EvenOpeningsTest::renewed)).isZero();
  }

  @Test
  void fewResourcesAndASingleJumpAreNot() {
    assertThat(foundEven(EvenOpenings.MIN_OPEN - 1, Random::nextDouble)).isZero();
    long[] slices = new long[EvenOpenings.SLICES];
    Arrays.fill(slices, 2);
    assertThat(EvenOpenings.areEven(slices)).isTrue();
    slices[10] = 100;
    assertThat(EvenOpenings.areEven(slices)).isFalse();
  }

  /** The expected values are from a table of the normal distribution. */
  @Test
  void theProbabilityIsThatOfLaplacesTest() {
    long[] slices = new long[EvenOpenings.SLICES];
    slices[EvenOpenings.SLICES - 1] = 3; // z = 0.475 * 6
    assertThat(EvenOpenings.probability(slices)).isCloseTo(0.004372, within(1e-6));
    slices[0] = 3;
    assertThat(EvenOpenings.probability(slices)).isCloseTo(1, within(1e-6));
    slices = new long[EvenOpenings.SLICES];
    slices[10] = 100; // z = 0.025 * 34.641
    assertThat(EvenOpenings.probability(slices)).isCloseTo(0.386476, within(1e-6));
  }
}
