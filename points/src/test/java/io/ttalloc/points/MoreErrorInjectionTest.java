package io.ttalloc.points;

import io.ttalloc.testing.Variant;

/** Samples twice as many points, those of the short form among them. */
@Variant
class MoreErrorInjectionTest extends ErrorInjectionTest {
  private static final int SAMPLE = 4;

  @Override
  int sample() {
    return SAMPLE;
  }
}
