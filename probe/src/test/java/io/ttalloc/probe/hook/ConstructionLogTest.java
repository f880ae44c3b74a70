package io.ttalloc.probe.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.write.Tally;
import io.ttalloc.probe.resource.Resource;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The log returns what was opened since a construction began, even if other constructions never
 * ended.
 */
class ConstructionLogTest {
  private final ConstructionLog constructions = new ConstructionLog();

  private static Resource resource() {
    Tally none = null;
    return new Resource(new Object(), new ReferenceQueue<>(), none, 1);
  }

  @Test
  void aConstructionThatNeverEndsIsGivenUpBeforeItsOpeningsAreTooManyToCount() {
    int begin = constructions.begins();
    Resource resource = resource();
    for (int i = 0; i <= ConstructionLog.MAX_COUNT; i++) {
      constructions.opened(resource, 0, null);
    }
    assertThat(constructions.since(begin, 0)).isEmpty();
    int next = constructions.begins();
    Resource last = opened(0);
    assertThat(constructions.since(next, 0)).containsExactly(last);
  }

  private Resource opened(int ownerScopes) {
    Resource resource = resource();
    constructions.opened(resource, ownerScopes, null);
    return resource;
  }

  @Test
  void givesWhatWasOpenedSinceItBegan() {
    constructions.begins();
    Resource before = opened(0);
    int inner = constructions.begins();
    Resource one = opened(0);
    Resource two = opened(0);
    assertThat(constructions.since(inner, 0)).containsExactly(one, two).doesNotContain(before);
  }

  @Test
  void leavesOutWhatWasOpenedInAScopeFurtherInside() {
    int begin = constructions.begins();
    Resource own = opened(1);
    opened(2);
    assertThat(constructions.since(begin, 1)).containsExactly(own);
  }

  @Test
  void leavesWhatAnInnerConstructionThatNeverEndedOpenedToTheOuterOne() {
    int outer = constructions.begins();
    constructions.begins();
    Resource orphan = opened(0);
    assertThat(constructions.since(outer, 0)).containsExactly(orphan);
  }

  @Test
  void keepsNothingWhenTheOutermostHasEnded() {
    int outer = constructions.begins();
    int inner = constructions.begins();
    Resource kept = opened(0);
    constructions.ends(inner);
    assertThat(constructions.since(outer, 0)).containsExactly(kept);
    constructions.ends(outer);
    assertThat(constructions.since(outer, 0)).isEmpty();
    opened(0);
    assertThat(constructions.since(outer, 0)).isEmpty();
  }

  @Test
  void keepsABoundedNumberThoughTheConstructionNeverEnds() {
    int neverEnds = constructions.begins();
    for (int i = 0; i < 3 * ConstructionLog.MAX_KEPT; i++) {
      opened(0);
    }
    assertThat(constructions.since(neverEnds, 0)).hasSize(ConstructionLog.MAX_KEPT);
    int next = constructions.begins();
    Resource last = opened(0);
    assertThat(constructions.since(next, 0)).containsExactly(last);
  }

  @Test
  void givesTheLastOnesOfMoreThanItKeeps() {
    int begin = constructions.begins();
    for (int i = 0; i < ConstructionLog.MAX_KEPT; i++) {
      opened(0);
    }
    Resource last = opened(0);
    assertThat(constructions.since(begin, 0)).hasSize(ConstructionLog.MAX_KEPT).endsWith(last);
  }

  @Test
  void givesWhatWaitsForAnObjectOnce() {
    Object first = new Object();
    Object second = new Object();
    Resource[] one = new Resource[1];
    Resource[] other = new Resource[1];
    constructions.await(first, one);
    constructions.await(second, new Resource[2]);
    constructions.await(first, other);

    assertThat(constructions.take(first)).isSameAs(other);
    assertThat(constructions.take(first)).isSameAs(one);
    assertThat(constructions.take(first)).isEmpty();
    assertThat(constructions.take(second)).hasSize(2);
  }

  @Test
  void forgetsTheObjectThatHasWaitedLongest() {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i <= ConstructionLog.MAX_AWAITED; i++) {
      objects.add(new Object());
      constructions.await(objects.get(i), new Resource[1]);
    }

    assertThat(constructions.take(objects.get(0))).isEmpty();
    assertThat(constructions.take(objects.get(1))).hasSize(1);
  }
}
