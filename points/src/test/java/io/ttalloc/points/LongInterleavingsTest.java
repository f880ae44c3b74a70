package io.ttalloc.points;

import org.junit.jupiter.api.Tag;

/** Allows one more preemption in most races. */
@Tag("reliability")
class LongInterleavingsTest extends InterleavingsTest {
  private static final int FEW = 300;

  @Override
  int few() {
    return FEW;
  }
}
