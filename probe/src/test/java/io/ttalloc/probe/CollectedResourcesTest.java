package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.commit.Endings;
import io.ttalloc.testing.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resources that are collected. In all but one test, references are enqueued without a collection.
 */
class CollectedResourcesTest {
  @TempDir Path folder;

  @Test
  void whatTheCollectorTakesUnclosedIsLost() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      TestProbe.collect(probe.open(probe.plain, 1));
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      TallyEntry tally = probe.slot(1).tally();
      assertThat(tally.losses().collected()).isEqualTo(1);
      assertThat(tally.closed()).isZero();
      assertThat(tally.slots()).isEqualTo(1);
      assertThat(probe.image().events()).anyMatch(e -> e.kind() == EventEntry.Kind.COLLECTED);
    }
  }

  @Test
  void aThreadRecordsWhatARealCollectionTakes() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.open(probe.plain, 1);
      probe.letGo();
      WithField kept = probe.open(probe.plain, 2);
      Await.collecting(() -> probe.sum(tally -> tally.losses().collected()) == 1);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.OPEN);
      TestProbe.close(kept, probe.plain);
    }
  }

  @Test
  void whatWasClosedBeforeIsNotLost() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField resource = probe.open(probe.plain, 1);
      TestProbe.close(resource, probe.plain);
      TestProbe.collect(resource);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum(tally -> tally.losses().collected())).isZero();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
    }
  }

  @Test
  void whatWasLostCannotBeClosedAnyMore() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField resource = probe.open(probe.plain, 1);
      TestProbe.collect(resource);
      TestProbe.close(resource, probe.plain);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.sum(tally -> tally.closed())).isZero();
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isZero();
    }
  }

  /**
   * The hook at the end of the resource's close was not called, for example because the stack was
   * too small.
   */
  @Test
  void whatWasBeingClosedCountsAsClosed() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField resource = probe.open(probe.plain, 1);
      assertThat(Hooks.closing(resource, probe.plain)).isNotNull();
      TestProbe.collect(resource);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.losses().collected())).isZero();
    }
  }

  @Test
  void keeps256ExamplesOfATallyAndCountsTheRest() throws Exception {
    int lost = 300;
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      for (int i = 1; i <= lost; i++) {
        TestProbe.collect(probe.open(probe.plain, i));
      }
      int kept = Endings.EXAMPLES;
      assertThat(probe.slots()).hasSize(kept);
      assertThat(probe.sum(tally -> tally.losses().collected())).isEqualTo(lost);
      assertThat(probe.sum(tally -> tally.losses().folded())).isEqualTo(lost - kept);
      assertThat(probe.sum(tally -> tally.losses().foldedBytes()))
          .isEqualTo((lost * (lost + 1L) - kept * (kept + 1L)) / 2);
      assertThat(probe.sum(tally -> tally.slots())).isEqualTo(kept);
    }
  }

  @Test
  void keepsEveryLostResourceThatLiesSomewhere() throws Exception {
    int lost = Endings.EXAMPLES + 50;
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      for (int i = 1; i <= lost; i++) {
        TestProbe.collect(probe.open(probe.placed, i));
      }
      assertThat(probe.slots()).hasSize(lost);
    }
  }

  @Test
  void aLostOwnerKeepsItsChildren() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField owner = probe.open(probe.owner, 1);
      WithField child = probe.openIn(owner, probe.plain, 2);
      TestProbe.collect(owner);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.OPEN);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      TestProbe.collect(child);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
    }
  }

  @Test
  void aLostWrapperWhoseChildrenAreAllClosedIsHollow() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField wrapper = probe.open(probe.owner);
      WithField before = probe.openIn(wrapper, probe.plain, 2);
      WithField after = probe.openIn(wrapper, probe.plain, 3);
      TestProbe.close(before, probe.plain);
      TestProbe.collect(wrapper);
      assertThat(probe.slots()).hasSize(2);
      TestProbe.close(after, probe.plain);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum("owner", tally -> tally.losses().hollow())).isEqualTo(1);
      assertThat(probe.sum("owner", tally -> tally.losses().collected())).isEqualTo(1);
      assertThat(probe.sum("owner", tally -> tally.slots())).isZero();
    }
  }

  @Test
  void aLostOwnerThatNeverOwnedAnythingIsNotHollow() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      TestProbe.collect(probe.open(probe.owner, 1));
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.sum(tally -> tally.losses().hollow())).isZero();
    }
  }

  @Test
  void aLostOwnerWithBytesOfItsOwnIsNotHollow() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int sized = probe.type("sized", RecordLayout.TYPE_OWNER | RecordLayout.TYPE_HAS_BYTES, 0);
      probe.recordCollectedHere();
      WithField owner = probe.open(sized, 1);
      WithField child = probe.openIn(owner, probe.plain, 2);
      TestProbe.close(child, probe.plain);
      TestProbe.collect(owner);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.sum(tally -> tally.losses().hollow())).isZero();
    }
  }

  @Test
  void aLostCacheIsHollow() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      TestProbe.collect(probe.open(probe.cache, 1));
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum("cache", tally -> tally.losses().hollow())).isEqualTo(1);
    }
  }

  @Test
  void anOwnerThatLostAChildWithoutASlotIsNotHollow() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      for (int i = 0; i < Endings.EXAMPLES; i++) {
        TestProbe.collect(probe.openIn(this, probe.plain, 1000 + i));
      }
      WithField owner = probe.open(probe.owner, 1);
      // Opened from the same stack as the earlier resources, so the child keeps no slot.
      WithField child = probe.openIn(owner, probe.plain, 2);
      TestProbe.collect(child);
      assertThat(probe.sum("plain", tally -> tally.losses().folded())).isEqualTo(1);
      TestProbe.collect(owner);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.sum(tally -> tally.losses().hollow())).isZero();
    }
  }

  @Test
  void aChildThatIsLostAfterItsOwnerWasClosedKeepsTheOwner() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField owner = probe.open(probe.owner, 1);
      WithField child = probe.openIn(owner, probe.plain, 2);
      TestProbe.close(owner, probe.owner);
      TestProbe.collect(child);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.CLOSED_OWNER);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
    }
  }

  @Test
  void aFreeingOwnerDoesNotCloseWhatWasLost() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField owner = probe.open(probe.freeing, 1);
      TestProbe.collect(probe.openIn(owner, probe.plain, 2));
      TestProbe.close(owner, probe.freeing);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.sum("plain", tally -> tally.closed())).isZero();
    }
  }

  /** The collector closes nothing: resources that a lost owner would have closed are still open. */
  @Test
  void aChildOfALostFreeingOwnerStaysOpenWhateverIsRecordedOfIt() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField owner = probe.open(probe.freeing, 1);
      WithField child = probe.openIn(owner, probe.plain, 2);
      WithField cache = probe.open(probe.cache, 3);
      TestProbe.collect(owner);
      Hooks.dropped(cache, child);
      Hooks.opened(child, probe.plain, null);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.OPEN);
      TestProbe.close(child, probe.plain);
      assertThat(probe.sum("plain", tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isZero();
    }
  }

  @Test
  void countsEachLostResourceOnceThoughItsCacheGivesItUp() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      WithField cache = probe.open(probe.cache, 1);
      WithField resource = probe.open(probe.plain, 2);
      Hooks.held(cache, resource, "entry");
      TestProbe.collect(resource);
      Hooks.dropped(cache, resource);
      Hooks.dropped(cache, cache);
      assertThat(probe.slot(2).state()).isEqualTo(SlotState.COLLECTED);
      assertThat(probe.holderOf(2)).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.losses().collected())).isEqualTo(1);
    }
  }
}
