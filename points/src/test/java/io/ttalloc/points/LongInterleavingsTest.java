package io.ttalloc.points;

import io.ttalloc.testing.Reliability;

/**
 * Allows one more preemption in most races; {@code -Dttalloc.effort=25}, a percentage, reduces the
 * number of these races.
 */
@Reliability
class LongInterleavingsTest extends InterleavingsTest {
  private static final int FEW = 300 * Integer.getInteger("ttalloc.effort", 100) / 100;

  @Override
  int few() {
    return FEW;
  }
}
