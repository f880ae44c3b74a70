package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Tally;
import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.Test;

/** What is opened while an object is made is known at the end, whatever ends never come. */
class MakingsTest {
  private final Makings makings = new Makings();

  private static Resource resource() {
    Tally none = null;
    return new Resource(new Object(), new ReferenceQueue<>(), none, 1, 1);
  }

  private Resource opened(int ownerScopes) {
    Resource resource = resource();
    makings.opened(resource, ownerScopes);
    return resource;
  }

  @Test
  void givesWhatWasOpenedSinceItBegan() {
    makings.begins();
    Resource before = opened(0);
    int inner = makings.begins();
    Resource one = opened(0);
    Resource two = opened(0);
    assertThat(makings.since(inner, 0)).containsExactly(one, two).doesNotContain(before);
  }

  @Test
  void leavesOutWhatWasOpenedInAScopeFurtherInside() {
    int begin = makings.begins();
    Resource own = opened(1);
    opened(2);
    assertThat(makings.since(begin, 1)).containsExactly(own);
  }

  @Test
  void anInnerMakingThatNeverEndsLeavesWhatItOpenedToTheOuter() {
    int outer = makings.begins();
    makings.begins();
    Resource orphan = opened(0);
    assertThat(makings.since(outer, 0)).containsExactly(orphan);
  }

  @Test
  void keepsNothingWhenTheOutermostHasEnded() {
    int outer = makings.begins();
    int inner = makings.begins();
    opened(0);
    makings.ends(inner);
    assertThat(makings.size()).isPositive();
    makings.ends(outer);
    assertThat(makings.size()).isZero();
    opened(0);
    assertThat(makings.size()).isZero();
  }

  @Test
  void oneThatNeverEndsKeepsABoundedNumber() {
    makings.begins();
    for (int i = 0; i < 3 * Makings.MAX_KEPT; i++) {
      opened(0);
    }
    assertThat(makings.size()).isEqualTo(Makings.MAX_KEPT);
    int next = makings.begins();
    Resource last = opened(0);
    assertThat(makings.since(next, 0)).containsExactly(last);
  }

  @Test
  void givesTheLastOnesOfMoreThanItKeeps() {
    int begin = makings.begins();
    for (int i = 0; i < Makings.MAX_KEPT; i++) {
      opened(0);
    }
    Resource last = opened(0);
    assertThat(makings.since(begin, 0)).hasSize(Makings.MAX_KEPT).endsWith(last);
  }
}
