package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.probe.TestProbe.WithField;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cache takes in before its opening is recorded. */
class EarlyHoldsTest {
  @TempDir Path folder;

  /** As pools do that fill themselves in their constructor. */
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
      assertThat(requireNonNull(probe.slot(3).extension()).entry()).isEqualTo("entry");
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

  /** What was there before the agent is never opened, and must not take memory without end. */
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
