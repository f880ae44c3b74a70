package io.ttalloc.points;

import io.ttalloc.testing.Reliability;

/**
 * Allows one more preemption in most races, namely in those with few executions. {@code
 * -Dttalloc.effort=25} reduces the maximum number of these executions to 25 percent.
 */
@Reliability
class LongInterleavingsTest extends InterleavingsTest {
  private static final int FEW = 300 * Integer.getInteger("ttalloc.effort", 100) / 100;

  @Override
  int few() {
    return FEW;
  }
}
