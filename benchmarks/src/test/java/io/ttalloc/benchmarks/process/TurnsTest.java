package io.ttalloc.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private enum Way {
    BASE,
    OTHER
  }

  private final List<Way> order = new ArrayList<>();

  /** Simulates a machine that needs 50 % more time in each turn than in the turn before. */
  private double run(Way way) {
    int turn = order.size() / 2;
    order.add(way);
    return (way == Way.BASE ? 10 : 30) * Math.pow(1.5, turn);
  }

  @Test
  void whatIsComparedIsOfOneTurn() throws Exception {
    Turns<Way, Double> turns = Turns.take(Way.class, 3, this::run);
    assertThat(turns.ratio(Way.OTHER, Way.BASE, Double::doubleValue).value()).isEqualTo(3);
    assertThat(turns.difference(Way.OTHER, Way.BASE, Double::doubleValue).value()).isEqualTo(45);
  }

  @Test
  void theFirstTurnDoesNotCount() throws Exception {
    Turns<Way, Double> turns = Turns.take(Way.class, 1, this::run);
    assertThat(order).containsExactly(Way.BASE, Way.OTHER, Way.BASE, Way.OTHER);
    assertThat(turns.of(Way.BASE, Double::doubleValue).value()).isEqualTo(15);
    assertThat(turns.of(Way.BASE, Double::doubleValue).samples()).isEqualTo(1);
  }
}
