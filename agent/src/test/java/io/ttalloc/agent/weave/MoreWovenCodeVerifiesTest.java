package io.ttalloc.agent.weave;

import io.ttalloc.testing.Variant;

/** Tries nine times as many combinations. */
@Variant
class MoreWovenCodeVerifiesTest extends WovenCodeVerifiesTest {
  @Override
  int step() {
    return 11;
  }
}
