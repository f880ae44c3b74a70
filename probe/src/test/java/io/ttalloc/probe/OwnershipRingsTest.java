package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.probe.TestProbe.WithField;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Owners that own each other, because of a mistake in the application. */
class OwnershipRingsTest {
  @TempDir Path folder;

  /** Returns owners with 1, 2, ... bytes; each holds the next one, and the last holds the first. */
  private static WithField[] ring(TestProbe probe, int size, int type) {
    WithField[] ring = new WithField[size];
    for (int i = 0; i < size; i++) {
      ring[i] = probe.open(type, i + 1);
    }
    for (int i = 0; i < size; i++) {
      Hooks.held(ring[i], ring[(i + 1) % size], "next");
    }
    return ring;
  }

  @Test
  void recordsARingAsItIs() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      ring(probe, 3, probe.cache);
      assertThat(probe.ownerOf(1)).isEqualTo(3);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.ownerOf(3)).isEqualTo(2);
    }
  }

  @Test
  void leavesNothingOfARingThatIsClosedOneByOne() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int size = 2; size <= 4; size++) {
        for (int first = 0; first < size; first++) {
          WithField[] ring = ring(probe, size, probe.cache);
          for (int i = 0; i < size; i++) {
            TestProbe.close(ring[(first + i) % size], probe.cache);
          }
          assertThat(probe.slots()).as("ring of %d, closed from %d", size, first).isEmpty();
        }
      }
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(probe.sum(tally -> tally.opened()));
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void remembersEveryClosedOwnerOfARingWhoseChildIsOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField[] ring = ring(probe, 2, probe.cache);
      TestProbe.close(ring[0], probe.cache);
      assertThat(probe.slot(1).state()).isEqualTo(SlotState.CLOSED_OWNER);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
    }
  }

  @Test
  void closesAWholeRingOfFreeingOwnersOnce() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int size = 2; size <= 4; size++) {
        WithField[] ring = ring(probe, size, probe.freeing);
        TestProbe.close(ring[size / 2], probe.freeing);
        assertThat(probe.slots()).as("ring of %d", size).isEmpty();
      }
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(2 + 3 + 4);
      assertThat(probe.image().misuse()).isEmpty();
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void nobodyHoldsItself() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField cache = probe.open(probe.cache, 1);
      Hooks.held(cache, cache, "itself");
      assertThat(probe.ownerOf(1)).isZero();
      TestProbe.close(cache, probe.cache);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void nobodyOwnsItselfThoughItOpensItselfInItsScope() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = new WithField();
      int token = Hooks.scopeEntered(owner, probe.scope);
      probe.open(owner, probe.owner, 1);
      Hooks.scopeExited(token, probe.scope, owner);
      assertThat(probe.ownerOf(1)).isZero();
    }
  }

  @Test
  void reportsARingThatTheCollectorTookAsLost() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      for (WithField each : ring(probe, 2, probe.owner)) {
        TestProbe.collect(each);
      }
      assertThat(probe.slots())
          .hasSize(2)
          .allSatisfy(slot -> assertThat(slot.state()).isEqualTo(SlotState.COLLECTED));
    }
  }
}
