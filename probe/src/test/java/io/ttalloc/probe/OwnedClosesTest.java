package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.probe.TestProbe.WithField;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners that end together, because closing one of them frees what it owns. */
class OwnedClosesTest {
  /**
   * The number of repetitions. Several are needed, because children are closed in the order of a
   * hash table, which differs each time.
   */
  private static final int ROUNDS = 20;

  @TempDir Path folder;

  @Test
  void whatTwoCachesHoldThatEndTogetherStaysWithTheLatest() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int round = 0; round < ROUNDS; round++) {
        WithField root = probe.open(probe.freeing, 1);
        WithField first = probe.openIn(root, probe.cache, 2);
        WithField latest = probe.openIn(root, probe.cache, 3);
        WithField resource = probe.open(probe.plain, 4);
        Hooks.held(first, resource, "entry");
        Hooks.held(latest, resource, "entry");
        TestProbe.close(root, probe.freeing);
        assertThat(probe.bytesOfSlots()).containsExactly(3L, 4L);
        assertThat(probe.slot(3).state()).isEqualTo(SlotState.CLOSED_OWNER);
        assertThat(probe.ownerOf(4)).isEqualTo(3);
        TestProbe.close(resource, probe.plain);
        assertThat(probe.slots()).isEmpty();
      }
    }
  }

  @Test
  void whatACacheLeavesToAnotherThatEndsWithItAndFreesEndsAsWell() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int round = 0; round < ROUNDS; round++) {
        WithField root = probe.open(probe.freeing, 1);
        WithField freeing = probe.openIn(root, probe.freeing, 2);
        WithField cache = probe.openIn(root, probe.cache, 3);
        WithField resource = probe.open(probe.plain, 4);
        Hooks.held(freeing, resource, "entry");
        Hooks.held(cache, resource, "entry");
        int token = Hooks.scopeEntered(null, probe.reclaiming);
        TestProbe.close(root, probe.freeing);
        Hooks.scopeExited(token, probe.reclaiming, null);
        assertThat(probe.slots()).isEmpty();
      }
      assertThat(probe.sum("plain", tally -> tally.closes().reclaimed())).isEqualTo(ROUNDS);
    }
  }

  @Test
  void whatAnotherCacheHoldsThatStaysIsNotFreed() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField freeing = probe.open(probe.freeing, 1);
      WithField stays = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(freeing, resource, "entry");
      Hooks.held(stays, resource, "entry");
      TestProbe.close(freeing, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(2L, 3L);
      assertThat(probe.holderOf(3)).isEqualTo(2);
    }
  }

  @Test
  void whatEndsWithItsOwnerIsInTheHistoryWithItsLifetime() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      probe.openIn(owner, probe.plain, 102);
      TestProbe.close(owner, probe.freeing);
      assertThat(probe.image().events())
          .filteredOn(event -> event.bytes() == 102)
          .extracting(EventEntry::kind)
          .containsExactly(EventEntry.Kind.OPEN, EventEntry.Kind.CLOSE);
    }
  }

  /**
   * Each change of a resource checks whether the resource was added to its owner too late. This
   * owner frees nothing, so the resource stays open.
   */
  @Test
  void whatAnOwnerThatFreesNothingLeftOpenStaysOpenWhateverAsksForIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField closed = probe.open(probe.cache, 1);
      WithField other = probe.open(probe.cache, 2);
      WithField resource = probe.open(probe.plain, 3);
      Hooks.held(closed, resource, "entry");
      TestProbe.close(closed, probe.cache);
      Hooks.dropped(other, resource);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L, 3L);
    }
  }

  @Test
  void whatAFreeingOwnerLeftThatTheCollectorTookStaysOpenWhateverAsksForIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField lost = probe.open(probe.freeing, 1);
      WithField other = probe.open(probe.cache, 2);
      WithField resource = probe.openIn(lost, probe.plain, 3);
      TestProbe.collect(lost);
      Hooks.dropped(other, resource);
      assertThat(probe.slot(3).state()).isEqualTo(SlotState.OPEN);
    }
  }
}
