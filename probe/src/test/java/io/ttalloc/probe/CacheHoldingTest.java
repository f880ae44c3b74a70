package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probe.resource.Owner;
import io.ttalloc.probe.resource.Resource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A resource belongs to a cache from the time it is added until it is removed. */
class CacheHoldingTest {
  @TempDir Path folder;

  @Test
  void whatACacheTakesInBelongsToItUnderAName() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField resource = probe.open(probe.plain, 2);
      Hooks.held(cache, resource, "entry");
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.slot(2).ownership().entry()).isEqualTo("entry");
      Hooks.held(cache, resource, "other");
      assertThat(probe.slot(2).ownership().entry()).isEqualTo("other");
      Hooks.held(cache, resource, null);
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.slot(2).ownership().entry()).isNull();
    }
  }

  @Test
  void nothingOfWhatWasClosedIsLeftInACacheHoweverManyHeldIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      List<WithField> caches = new ArrayList<>();
      WithField resource = probe.open(probe.plain, 1);
      for (int i = 0; i < 20; i++) {
        WithField cache = probe.open(probe.cache, 2);
        Hooks.held(cache, resource, "entry");
        caches.add(cache);
      }
      assertThat(membersOf(caches.get(19))).hasSize(1);
      TestProbe.close(resource, probe.plain);
      assertThat(caches).allSatisfy(cache -> assertThat(membersOf(cache)).isEmpty());
      Resource other = (Resource) requireNonNull(probe.open(probe.plain, 3).$ttAllocResource);
      EntryName entry = requireNonNull(EntryName.of("entry"));
      assertThat(caches)
          .allSatisfy(
              cache ->
                  assertThat(((Owner) requireNonNull(cache.$ttAllocResource)).enter(entry, other))
                      .isNull());
    }
  }

  @Test
  void aCacheThatTakesItInAgainAndAgainCountsOnceAmongThoseThatHoldIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(first, resource, "first");
      for (int i = 0; i < 20; i++) {
        Hooks.held(second, resource, "entry " + i);
      }
      Hooks.dropped(second, resource);
      assertThat(probe.holderOf(3)).isEqualTo(1);
    }
  }

  private static Resource[] membersOf(WithField owner) {
    return ((Owner) requireNonNull(owner.$ttAllocResource)).members();
  }

  @Test
  void whatTwoCachesHoldIsHeldByOneWhenTheOtherIsClosedOrLost() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField first = probe.open(probe.cache, 1);
      WithField closed = probe.open(probe.cache, 2);
      WithField lost = probe.open(probe.cache, 3);
      WithField resource = probe.open(probe.plain, 4);
      Hooks.held(first, resource, "first");
      Hooks.held(closed, resource, "second");
      Hooks.held(lost, resource, "third");
      TestProbe.collect(lost);
      assertThat(probe.holderOf(4)).isEqualTo(2);
      TestProbe.close(closed, probe.cache);
      assertThat(probe.ownerOf(4)).isEqualTo(1);
      assertThat(probe.holderOf(4)).isEqualTo(1);
      assertThat(probe.slot(4).ownership().entry()).isEqualTo("first");
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 4L);
    }
  }

  @Test
  void whatACacheGivesUpBelongsToNobody() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField resource = probe.open(probe.plain, 2);
      Hooks.held(cache, resource, "entry");
      Hooks.dropped(cache, resource);
      assertThat(probe.ownerOf(2)).isZero();
      assertThat(probe.holderOf(2)).isZero();
      TestProbe.close(cache, probe.cache);
      assertThat(probe.bytesOfSlots()).containsExactly(2L);
    }
  }

  @Test
  void aCacheTakesItFromItsOwnerForGood() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      WithField cache = probe.open(probe.cache, 2);
      WithField resource = probe.openIn(owner, probe.plain, 3);
      Hooks.held(cache, resource, "entry");
      assertThat(probe.ownerOf(3)).isEqualTo(2);
      TestProbe.close(owner, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(2L, 3L);
      Hooks.dropped(cache, resource);
      assertThat(probe.ownerOf(3)).isZero();
    }
  }

  @Test
  void ofTwoCachesTheLastOneHoldsItAndThenTheOther() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(first, resource, "first");
      Hooks.held(second, resource, "second");
      assertThat(probe.holderOf(3)).isEqualTo(2);
      Hooks.dropped(second, resource);
      assertThat(probe.ownerOf(3)).isEqualTo(1);
      assertThat(probe.holderOf(3)).isEqualTo(1);
      assertThat(probe.slot(3).ownership().entry()).isEqualTo("first");
      Hooks.dropped(first, resource);
      assertThat(probe.holderOf(3)).isZero();
    }
  }

  @Test
  void theEarlierCacheMayGiveItUpFirst() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(first, resource, "first");
      Hooks.held(second, resource, "second");
      Hooks.dropped(first, resource);
      assertThat(probe.holderOf(3)).isEqualTo(2);
      Hooks.dropped(second, resource);
      assertThat(probe.ownerOf(3)).isZero();
    }
  }

  @Test
  void doesNotGoBackToACacheThatWasClosed() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(first, resource, "first");
      Hooks.held(second, resource, "second");
      TestProbe.close(first, probe.cache);
      Hooks.dropped(second, resource);
      assertThat(probe.ownerOf(3)).isZero();
      assertThat(probe.holderOf(3)).isZero();
    }
  }

  @Test
  void forgetsTheEarliestOfMoreThanEightCaches() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField[] caches = new WithField[10];
      WithField resource = probe.open(probe.plain, 100);
      for (int i = 0; i < caches.length; i++) {
        caches[i] = probe.open(probe.cache, i + 1);
        Hooks.held(caches[i], resource, "entry");
      }
      for (int i = caches.length - 1; i > 2; i--) {
        Hooks.dropped(caches[i], resource);
        assertThat(probe.holderOf(100)).isEqualTo(i);
      }
      Hooks.dropped(caches[2], resource);
      assertThat(probe.holderOf(100)).isZero();
    }
  }

  @Test
  void aCacheMayGiveUpAllThatItHolds() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField other = probe.open(probe.cache, 2);
      for (int i = 10; i < 20; i++) {
        Hooks.held(i < 15 ? cache : other, probe.open(probe.plain, i), "entry " + i);
      }
      Hooks.dropped(cache, cache);
      for (int i = 10; i < 20; i++) {
        assertThat(probe.holderOf(i)).as("holder of %d", i).isEqualTo(i < 15 ? 0 : 2);
      }
    }
  }

  /** Removal ends only ownership by a cache, not ownership by a scope. */
  @Test
  void givingUpAllKeepsWhatACacheOwnsByScope() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField own = probe.openIn(cache, probe.plain, 2);
      Hooks.dropped(cache, cache);
      Hooks.dropped(cache, own);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.holderOf(2)).isZero();
    }
  }

  @Test
  void closingACacheOrphansWhatItHolds() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField resource = probe.open(probe.plain, 2);
      Hooks.held(cache, resource, "entry");
      TestProbe.close(cache, probe.cache);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.CLOSED_OWNER);
      assertThat(probe.holderOf(2)).isEqualTo(1);
      TestProbe.close(resource, probe.plain);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void closesWhatAFreeingCacheHolds() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.freeing, 1);
      Hooks.held(cache, probe.open(probe.plain, 2), "first");
      WithField given = probe.open(probe.plain, 3);
      Hooks.held(cache, given, "entry");
      Hooks.dropped(cache, given);
      TestProbe.close(cache, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(3L);
    }
  }

  @Test
  void whatIsNotOpenIsNeitherTakenInNorGivenUp() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField plain = probe.open(probe.plain, 2);
      WithField closed = probe.open(probe.plain, 3);
      TestProbe.close(closed, probe.plain);
      Hooks.held(cache, closed, "closed");
      Hooks.held(cache, new WithField(), "never opened");
      Hooks.held(cache, null, "null");
      Hooks.held(plain, cache, "not a cache");
      Hooks.held(new WithField(), plain, "cache never opened");
      Hooks.dropped(cache, plain);
      Hooks.dropped(cache, null);
      Hooks.dropped(new WithField(), plain);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L);
      assertThat(probe.ownerOf(1)).isZero();
      assertThat(probe.ownerOf(2)).isZero();
      assertThat(probe.slot(1).ownership().hasOwned()).isFalse();
      assertThat(probe.failures).isEmpty();
    }
  }
}
