package io.ttalloc.probe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.hook.DeferredEvents;
import io.ttalloc.probe.resource.EntryName;
import io.ttalloc.probed.Caller;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A resource that is added to a cache replaces an earlier one with the same name. */
class CacheEntriesTest {
  @TempDir Path folder;

  @Test
  void anOverwrittenResourceIsNotHeldAndRecordsWhatOverwroteIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField first = probe.open(probe.plain, 2);
      WithField second = probe.open(probe.plain, 3);
      Hooks.held(cache, first, "entry");
      Hooks.held(cache, first, "entry");
      assertThat(probe.holderOf(2)).isEqualTo(1);
      Caller.hold(cache, second, "entry");
      assertThat(probe.holderOf(3)).isEqualTo(1);
      assertThat(probe.ownerOf(2)).isZero();
      assertThat(probe.holderOf(2)).isZero();
      SlotEntry.GivenUp more = requireNonNull(probe.slot(2).ownership().givenUp());
      assertThat(more.entry()).isEqualTo("entry");
      assertThat(more.tally()).isEqualTo(probe.slot(1).tally().id());
      assertThat(probe.image().stack(more.stack()).get(0).method()).isEqualTo("hold");
      assertThat(more.nanos()).isBetween(probe.slot(2).opened().nanos() + 1, probe.writer.now());

      Hooks.held(cache, first, "other");
      assertThat(probe.slot(2).ownership().givenUp()).isNull();
      assertThat(probe.holderOf(3)).isEqualTo(1);
    }
  }

  @Test
  void aNameThatWasGivenUpOrChangedOverwritesNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField moved = probe.open(probe.plain, 2);
      WithField dropped = probe.open(probe.plain, 3);
      Hooks.held(cache, moved, "a");
      Hooks.held(cache, moved, "b");
      Hooks.held(cache, dropped, "a");
      Hooks.dropped(cache, dropped);
      Hooks.held(cache, probe.open(probe.plain, 4), "a");
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(requireNonNull(probe.slot(3).ownership().givenUp()).isOverwritten()).isFalse();
    }
  }

  @Test
  void aRemovedResourceRecordsWhereUntilItIsInACacheAgain() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField pool = probe.open(probe.cache, 1);
      WithField one = probe.open(probe.plain, 2);
      Hooks.held(pool, one, null);
      Hooks.held(pool, probe.open(probe.plain, 3), "entry");
      Caller.drop(pool, one);
      Caller.drop(pool, one);
      assertThat(takenAt(probe, 2)).isEqualTo("drop");

      Hooks.held(pool, one, null);
      assertThat(probe.slot(2).ownership().givenUp()).isNull();

      Caller.drop(pool, pool);
      assertThat(takenAt(probe, 2)).isEqualTo("drop");
      assertThat(takenAt(probe, 3)).isEqualTo("drop");
    }
  }

  @Test
  void onlyACacheThatHeldItCanHaveGivenItUp() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField pool = probe.open(probe.cache, 1);
      WithField other = probe.open(probe.cache, 2);
      WithField never = probe.open(probe.plain, 3);
      WithField taken = probe.open(probe.plain, 4);
      Hooks.held(pool, taken, null);
      Hooks.dropped(pool, taken);
      Hooks.dropped(other, never);
      Hooks.dropped(other, taken);
      assertThat(probe.slot(3).ownership().givenUp()).isNull();
      assertThat(requireNonNull(probe.slot(4).ownership().givenUp()).tally())
          .isEqualTo(probe.slot(1).tally().id());
    }
  }

  /** When a deferred replacement is recorded, the current stack is not the one that caused it. */
  @Test
  void whatIsDeferredSaysNotWhereItHappened() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      WithField overwritten = probe.open(probe.plain, 2);
      WithField taken = probe.open(probe.plain, 3);
      WithField kept = probe.open(probe.plain, 4);
      Hooks.held(cache, overwritten, "entry");
      Hooks.held(cache, taken, "other");
      EntryName entry = EntryName.of("entry");
      probe.defer(new DeferredEvents.Holding(cache, kept, entry, true));
      probe.defer(new DeferredEvents.Holding(cache, taken, null, false));
      probe.open(probe.plain, 5);
      assertThat(probe.holderOf(4)).isEqualTo(1);
      for (long bytes : new long[] {2, 3}) {
        SlotEntry.GivenUp more = requireNonNull(probe.slot(bytes).ownership().givenUp());
        assertThat(more.tally()).isEqualTo(probe.slot(1).tally().id());
        assertThat(more.stack()).isZero();
      }
    }
  }

  /** The method that removed the resource with this number of bytes from its cache. */
  private static String takenAt(TestProbe probe, long bytes) throws Exception {
    SlotEntry.GivenUp more = requireNonNull(probe.slot(bytes).ownership().givenUp());
    assertThat(more.tally()).isEqualTo(probe.slot(1).tally().id());
    assertThat(more.isOverwritten()).isFalse();
    return probe.image().stack(more.stack()).get(0).method();
  }

  @Test
  void whatAnotherCacheStillHoldsIsNotGivenUp() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField both = probe.open(probe.plain, 3);
      Hooks.held(first, both, null);
      Hooks.held(second, both, null);
      Caller.drop(second, both);
      assertThat(probe.holderOf(3)).isEqualTo(1);
      assertThat(probe.slot(3).ownership().givenUp()).isNull();
    }
  }

  @Test
  void eachOverwritesTheOneBefore() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      for (int i = 2; i < 6; i++) {
        Hooks.held(cache, probe.open(probe.plain, i), "entry");
        for (int earlier = 2; earlier <= i; earlier++) {
          assertThat(probe.holderOf(earlier)).isEqualTo(earlier == i ? 1 : 0);
        }
      }
    }
  }

  /**
   * Names with equal hashes, and long names that differ only in the middle, which the ledger omits.
   */
  @Test
  void namesThatDifferOverwriteNothing() throws Exception {
    String end = "x".repeat(5_000);
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      String[] names = {"Aa", "BB", end + "a" + end, end + "b" + end};
      for (int i = 0; i < names.length; i++) {
        Hooks.held(cache, probe.open(probe.plain, i + 2), names[i]);
      }
      for (int i = 0; i < names.length; i++) {
        assertThat(probe.holderOf(i + 2)).isEqualTo(1);
      }
    }
  }

  @Test
  void aNameThatIsOnlyAHashOverwritesNothing() throws Exception {
    record Key(Object name) {
      @Override
      public String toString() {
        return getClass().getName() + "@7";
      }
    }
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      Hooks.held(cache, probe.open(probe.plain, 2), new Key("a"));
      Hooks.held(cache, probe.open(probe.plain, 3), new Key("b"));
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.holderOf(3)).isEqualTo(1);
    }
  }

  @Test
  void whatIsOverwrittenInOneCacheIsStillHeldByTheOther() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField first = probe.open(probe.cache, 1);
      WithField second = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(first, resource, "entry");
      Hooks.held(second, resource, "entry");
      Hooks.held(second, probe.open(probe.plain, 4), "entry");
      assertThat(probe.holderOf(3)).isEqualTo(1);
      assertThat(probe.slot(3).ownership().givenUp()).isNull();
    }
  }
}
