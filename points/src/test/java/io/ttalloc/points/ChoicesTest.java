package io.ttalloc.points;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChoicesTest {
  private final Choices choices = new Choices();
  private final List<String> executions = new ArrayList<>();

  /** Makes three choices; the last one has the given number of alternatives. */
  private String execute(int last) {
    choices.begin();
    return "" + choices.choose(2, false) + choices.choose(2, false) + choices.choose(last, false);
  }

  @Test
  void everyExecutionComesOnce() {
    do {
      executions.add(execute(2));
    } while (choices.next(0));

    assertThat(executions).containsExactly("000", "001", "010", "011", "100", "101", "110", "111");
    assertThat(choices.diverged()).isZero();
  }

  @Test
  void oneThatDivergesIsRepeatedAndNoneBeforeItComesAgain() {
    int number = 0;
    do {
      number++;
      // The fourth execution should choose 0, 1 and 1, but its third choice has only one
      // alternative.
      executions.add(execute(number == 4 ? 1 : 2));
    } while (choices.next(0));

    assertThat(executions)
        .containsExactly("000", "001", "010", "010", "011", "100", "101", "110", "111");
    assertThat(choices.diverged()).isOne();
  }

  @Test
  void oneThatAlwaysDivergesIsLeftOut() {
    do {
      executions.add(execute(executions.isEmpty() ? 2 : 1));
      assertThat(executions).hasSizeLessThan(100);
    } while (choices.next(0));

    assertThat(executions).startsWith("000", "000").endsWith("010", "100", "110");
    assertThat(choices.diverged()).isEqualTo(20);
  }
}
