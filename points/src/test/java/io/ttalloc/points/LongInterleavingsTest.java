package io.ttalloc.points;

import io.ttalloc.testing.Reliability;

/**
 * Allows one more preemption in most races; in fewer with {@code -Dttalloc.effort=25}, a
 * percentage.
 */
@Reliability
class LongInterleavingsTest extends InterleavingsTest {
  private static final int FEW = 300 * Integer.getInteger("ttalloc.effort", 100) / 100;

  @Override
  int few() {
    return FEW;
  }
}
