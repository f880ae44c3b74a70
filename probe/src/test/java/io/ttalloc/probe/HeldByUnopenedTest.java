package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.own.EarlyHoldings;
import io.ttalloc.probe.resource.Resource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Resources that are added to a cache before the opening of the cache is recorded. */
class HeldByUnopenedTest {
  @TempDir Path folder;

  /** This happens if a pool fills itself in its constructor. */
  @Test
  void whatACacheTakesInBeforeItIsOpenedBelongsToItFromThen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = new WithField();
      WithField kept = probe.open(probe.plain, 2);
      WithField renamed = probe.open(probe.plain, 3);
      WithField givenUp = probe.open(probe.plain, 4);
      WithField closed = probe.open(probe.plain, 5);
      Hooks.held(cache, kept, "first");
      Hooks.held(cache, renamed, "second");
      Hooks.held(cache, givenUp, "third");
      Hooks.held(cache, closed, "fourth");
      Hooks.held(cache, renamed, "entry");
      Hooks.dropped(cache, givenUp);
      TestProbe.close(closed, probe.plain);
      assertThat(probe.holderOf(2)).isZero();

      probe.open(cache, probe.cache, 1);

      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.slot(3).ownership().entry()).isEqualTo("entry");
      assertThat(probe.holderOf(4)).isZero();
    }
  }

  @Test
  void aCacheThatGivesEverythingUpBeforeItIsOpenedHoldsNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = new WithField();
      Hooks.held(cache, probe.open(probe.plain, 2), null);
      Hooks.dropped(cache, cache);
      probe.open(cache, probe.cache, 1);
      assertThat(probe.holderOf(2)).isZero();
    }
  }

  /** By the time the addition is recorded, its stack is no longer known. */
  @Test
  void overwritingBeforeOpeningRecordsNoPlace() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = new WithField();
      Hooks.held(cache, probe.open(probe.plain, 2), "entry");
      Hooks.held(cache, probe.open(probe.plain, 3), "entry");
      probe.open(cache, probe.cache, 1);
      assertThat(probe.holderOf(3)).isEqualTo(1);
      assertThat(requireNonNull(probe.slot(2).ownership().givenUp()).isOverwritten()).isTrue();
      assertThat(requireNonNull(probe.slot(2).ownership().givenUp()).stack()).isZero();
    }
  }

  @Test
  void givingUpWhatIsNotTrackedGivesNothingElseUp() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = new WithField();
      Hooks.held(cache, probe.open(probe.plain, 2), null);
      Hooks.dropped(cache, new Object());
      probe.open(cache, probe.cache, 1);
      assertThat(probe.holderOf(2)).isEqualTo(1);
    }
  }

  @Test
  void whatAClosedCacheTakesInDoesNotBelongToTheNextThatIsOpenedAsTheSameObject() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      TestProbe.close(cache, probe.cache);
      Hooks.held(cache, probe.open(probe.plain, 2), null);
      probe.open(cache, probe.cache, 3);
      assertThat(probe.holderOf(2)).isZero();
    }
  }

  @Test
  void eachCacheIsTakenOnce() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Resource resource = resourceOf(probe.open(probe.plain, 1));
      EarlyHoldings holds = probe.early();
      Object one = new Object();
      Object other = new Object();
      assertThat(holds.areThere()).isFalse();
      holds.addTo(one, resource, null);
      holds.addTo(other, resource, null);
      assertThat(holds.take(one)).hasSize(1);
      assertThat(holds.take(one)).isEmpty();
      assertThat(holds.areThere()).isTrue();
      assertThat(holds.take(other)).hasSize(1);
      assertThat(holds.areThere()).isFalse();
    }
  }

  @Test
  void remembersOfACacheTheFirstThatAreStillOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField closed = probe.open(probe.plain, 1);
      Resource first = resourceOf(probe.open(probe.plain, 2));
      Resource last = resourceOf(probe.open(probe.plain, 3));
      EarlyHoldings holds = probe.early();
      Object cache = new Object();
      holds.addTo(cache, first, null);
      for (int i = 1; i < 4096; i++) {
        holds.addTo(cache, resourceOf(closed), null);
      }
      TestProbe.close(closed, probe.plain);
      for (int i = 0; i < 5000; i++) {
        holds.addTo(cache, last, null);
      }
      assertThat(holds.take(cache))
          .hasSize(4096)
          .extracting(hold -> hold.resource())
          .startsWith(first, last)
          .doesNotContain((Resource) closed.$ttAllocResource);
    }
  }

  private static Resource resourceOf(WithField opened) {
    return (Resource) requireNonNull(opened.$ttAllocResource);
  }

  /** A cache older than the agent is never opened; it must not use memory without limit. */
  @Test
  void remembersTheLastCachesThatWereNotOpened() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 2);
      List<WithField> caches = new ArrayList<>();
      for (int i = 0; i < 17; i++) {
        caches.add(new WithField());
        Hooks.held(caches.get(i), resource, null);
      }
      probe.open(caches.get(0), probe.cache, 1);
      assertThat(probe.holderOf(2)).isZero();
      probe.open(caches.get(1), probe.cache, 3);
      assertThat(probe.holderOf(2)).isEqualTo(3);
    }
  }
}
