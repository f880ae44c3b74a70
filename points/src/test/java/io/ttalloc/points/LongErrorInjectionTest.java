package io.ttalloc.points;

import io.ttalloc.testing.Reliability;

/**
 * Samples ten times as many points, including those of the short form; {@code -Dttalloc.effort=25},
 * a percentage, reduces their number.
 */
@Reliability
class LongErrorInjectionTest extends ErrorInjectionTest {
  private static final int SAMPLE = 60 * Integer.getInteger("ttalloc.effort", 100) / 100;

  @Override
  int sample() {
    return SAMPLE;
  }
}
