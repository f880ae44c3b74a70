package io.ttalloc.heap.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PooledValuesOrderTest {
  private static PooledValue row(String variable, String type, long values) {
    return new PooledValue(variable, "V", type, values, 1, List.of("a"));
  }

  @Test
  void theMostFrequentComesFirstThenTheNames() {
    PooledValues values =
        PooledValues.of(
            List.of(row("b", "x", 1), row("a", "y", 1), row("c", "x", 2), row("a", "x", 1)), 0);

    assertThat(values.rows())
        .containsExactly(row("c", "x", 2), row("a", "x", 1), row("a", "y", 1), row("b", "x", 1));
  }

  @Test
  void rowsBeyondTheBoundAreCounted() {
    List<PooledValue> many = new ArrayList<>();
    for (int i = 0; i < PooledValues.MOST_ROWS + 3; i++) {
      many.add(row("v" + i, "x", 2));
    }

    PooledValues values = PooledValues.of(many, 5);

    assertThat(values.rows()).hasSize(PooledValues.MOST_ROWS);
    assertThat(values.unlisted()).isEqualTo(5 + 3 * 2);
    assertThat(new PooledValue("a", "V", "x", 1, 4, List.of("1", "2", "3", "4")).threadNames())
        .containsExactly("1", "2", "3");
  }
}
