package io.ttalloc.benchmarks.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void oneLateSampleDoesNotMoveAMedian() {
    Estimate estimate = Estimate.median(List.of(10.0, 12.0, 11.0, 900.0, 9.0));
    assertThat(estimate.value()).isEqualTo(11.0);
    assertThat(estimate.error()).isEqualTo(1.0);
  }

  @Test
  void aRatioHasTheErrorsOfBoth() {
    Estimate ratio = new Estimate(20, 0.6, 5).over(new Estimate(10, 0.4, 5));
    assertThat(ratio.value()).isEqualTo(2.0);
    // Errors of 3 % and 4 % combine to 5 %.
    assertThat(ratio.error()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void aDifferenceHasTheErrorsOfBoth() {
    Estimate more = new Estimate(20, 3, 5).minus(new Estimate(12, 4, 4));
    assertThat(more.value()).isEqualTo(8.0);
    assertThat(more.error()).isCloseTo(5.0, within(1e-9));
    assertThat(more.samples()).isEqualTo(4);
  }

  @Test
  void nothingMeasuredIsNotZero() {
    assertThatThrownBy(() -> Estimate.median(List.of())).hasMessage("nothing was measured");
  }
}
