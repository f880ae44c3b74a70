package io.ttalloc.points;

import io.ttalloc.testing.Reliability;

/**
 * Samples ten times as many points, those of the short form among them; fewer with {@code
 * -Dttalloc.effort=25}, a percentage.
 */
@Reliability
class LongErrorInjectionTest extends ErrorInjectionTest {
  private static final int SAMPLE = 60 * Integer.getInteger("ttalloc.effort", 100) / 100;

  @Override
  int sample() {
    return SAMPLE;
  }
}
