package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.testing.Await;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that are added to a cache before they are opened. */
class HeldUnopenedTest {
  @TempDir Path folder;

  /** This happens if an object adds itself to a cache in its constructor. */
  @Test
  void whatIsOpenedAfterwardsBelongsToTheCacheFromThen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField held = new WithField();
      Hooks.held(cache, held, "entry");
      assertThat(probe.isFound(held)).isFalse();

      probe.open(held, probe.plain, 2);

      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.slot(2).ownership().entry()).isEqualTo("entry");
      Hooks.dropped(cache, held);
      assertThat(probe.holderOf(2)).isZero();
    }
  }

  @Test
  void whatIsGivenUpBeforeItIsOpenedIsHeldByNobody() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField one = new WithField();
      WithField all = new WithField();
      Hooks.held(cache, one, null);
      Hooks.dropped(cache, one);
      Hooks.held(cache, all, null);
      Hooks.dropped(cache, cache);
      probe.open(one, probe.plain, 2);
      probe.open(all, probe.plain, 3);
      assertThat(probe.holderOf(2)).isZero();
      assertThat(probe.holderOf(3)).isZero();

      WithField later = new WithField();
      Hooks.held(cache, later, null);
      probe.open(later, probe.plain, 4);
      assertThat(probe.holderOf(4)).isEqualTo(1);
    }
  }

  @Test
  void whatIsGivenUpByOneOfTwoCachesIsHeldByTheOther() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField one = new WithField();
      WithField other = new WithField();
      for (WithField held : new WithField[] {one, other}) {
        Hooks.held(first, held, null);
        Hooks.held(second, held, null);
      }
      Hooks.dropped(second, one);
      probe.open(one, probe.plain, 3);
      probe.open(other, probe.plain, 4);
      assertThat(probe.holderOf(3)).isEqualTo(1);
      assertThat(probe.holderOf(4)).isEqualTo(2);
      Hooks.dropped(second, other);
      assertThat(probe.holderOf(4)).isEqualTo(1);
    }
  }

  @Test
  void aCacheThatWasClosedHoldsNothingThatIsOpenedAfterwards() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField held = new WithField();
      Hooks.held(cache, held, null);
      TestProbe.close(cache, probe.cache);
      probe.open(cache, probe.cache, 3);
      probe.open(held, probe.plain, 2);
      assertThat(probe.holderOf(2)).isZero();
    }
  }

  @Test
  void whatIsClosedAndOpenedAgainBelongsToTheCacheThatTookItInBetween() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField held = probe.open(probe.plain, 2);
      TestProbe.close(held, probe.plain);
      Hooks.held(cache, held, null);
      TestProbe.close(held, probe.plain);
      assertThat(probe.image().misuse()).as("is known to be closed").hasSize(1);
      probe.open(held, probe.plain, 3);
      assertThat(probe.holderOf(3)).isEqualTo(1);

      TestProbe.close(held, probe.plain);
      Hooks.held(cache, held, null);
      Hooks.dropped(cache, held);
      probe.open(held, probe.plain, 4);
      assertThat(probe.holderOf(4)).isZero();
    }
  }

  /** Neither the cache nor the object is open when the object is added. */
  @Test
  void whatAnUnopenedCacheTookInBelongsToItWhenBothAreOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (boolean cacheFirst : new boolean[] {true, false}) {
        WithField cache = new WithField();
        WithField held = new WithField();
        WithField givenUp = new WithField();
        Hooks.held(cache, held, null);
        Hooks.held(cache, givenUp, null);
        Hooks.dropped(cache, givenUp);
        int first = cacheFirst ? 1 : 4;
        if (cacheFirst) {
          probe.open(cache, probe.cache, first);
        }
        probe.open(held, probe.plain, first + 1);
        probe.open(givenUp, probe.plain, first + 2);
        if (!cacheFirst) {
          probe.open(cache, probe.cache, first);
        }
        assertThat(probe.holderOf(first + 1)).isEqualTo(first);
        assertThat(probe.holderOf(first + 2)).isZero();
      }
    }
  }

  @Test
  void theLaterOfTwoUnderOneNameIsHeld() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField replaced = new WithField();
      Hooks.held(cache, replaced, "a");
      Hooks.held(cache, probe.open(probe.plain, 2), "a");
      probe.open(replaced, probe.plain, 3);
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.holderOf(3)).isZero();

      WithField replacing = new WithField();
      Hooks.held(cache, replacing, "a");
      SlotEntry.GivenUp overwritten = requireNonNull(probe.slot(2).ownership().givenUp());
      assertThat(overwritten.isOverwritten()).isTrue();
      probe.open(replacing, probe.plain, 4);
      assertThat(probe.holderOf(2)).isZero();
      assertThat(probe.holderOf(4)).isEqualTo(1);
    }
  }

  @Test
  void aCloneIsNotInTheCache() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField held = new WithField();
      Hooks.held(cache, held, null);
      WithField clone = held.clone();
      probe.open(clone, probe.plain, 2);
      assertThat(probe.holderOf(2)).isZero();
      WithField other = held.clone();
      WithField second = probe.open(probe.cache, 5);
      Hooks.held(second, other, null);
      probe.open(other, probe.plain, 3);
      assertThat(probe.holderOf(3)).isEqualTo(5);
      Hooks.dropped(second, other);
      assertThat(probe.holderOf(3)).isZero();
      probe.open(held, probe.plain, 4);
      assertThat(probe.holderOf(4)).isEqualTo(1);
    }
  }

  @Test
  void whatHasNoFieldIsForgotten() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      Object held = new Object();
      Hooks.held(cache, held, null);
      Hooks.held(new WithField(), held, null);
      Hooks.dropped(cache, held);
      probe.open(held, probe.plain, 2);
      assertThat(probe.holderOf(2)).isZero();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void neitherCacheNorObjectIsKeptFromTheCollector() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField held = new WithField();
      WeakReference<Object> cache = new WeakReference<>(cacheOf(probe, held));
      WithField unopened = new WithField();
      WeakReference<Object> object = new WeakReference<>(heldBy(unopened));
      probe.letGo();

      Await.collecting(() -> cache.refersTo(null) && object.refersTo(null));

      probe.open(held, probe.plain, 2);
      probe.open(unopened, probe.cache, 3);
      assertThat(probe.failures).isEmpty();
    }
  }

  private static WithField cacheOf(TestProbe probe, WithField held) {
    WithField cache = probe.open(probe.cache, 1);
    Hooks.held(cache, held, null);
    return cache;
  }

  private static WithField heldBy(WithField cache) {
    WithField held = new WithField();
    Hooks.held(cache, held, null);
    return held;
  }
}
