package io.ttalloc.points;

import io.ttalloc.testing.Reliability;

/**
 * Samples 15 times as many points as the short form, including the points of the short form. {@code
 * -Dttalloc.effort=25} reduces the number of points to 25 percent.
 */
@Reliability
class LongErrorInjectionTest extends ErrorInjectionTest {
  private static final int SAMPLE = 60 * Integer.getInteger("ttalloc.effort", 100) / 100;

  @Override
  int sample() {
    return SAMPLE;
  }
}
