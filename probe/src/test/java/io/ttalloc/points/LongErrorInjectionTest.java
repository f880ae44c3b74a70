package io.ttalloc.points;

import org.junit.jupiter.api.Tag;

/** The same with three times as many points, and a stop of the thread right behind every change. */
@Tag("reliability")
class LongErrorInjectionTest extends ErrorInjectionTest {
  private static final int SAMPLE = 60;

  @Override
  int sample() {
    return SAMPLE;
  }

  @Override
  boolean stopsBehindEveryChange() {
    return true;
  }
}
