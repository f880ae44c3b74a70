package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probed.Caller;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The resources of an owner, and what happens to them when the owner is closed. */
class OwnershipTest {
  @TempDir Path folder;

  @Test
  void givesWhatIsOpenedInAScopeToItsOwner() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      probe.openIn(owner, probe.plain, 2);
      probe.open(probe.plain, 3);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.ownerOf(3)).isZero();
      assertThat(probe.slot(1).ownership().hasOwned()).isTrue();
    }
  }

  @Test
  void anOwnerThatOwnedNothingLeavesNothingBehind() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      assertThat(probe.slot(1).ownership().hasOwned()).isFalse();
      TestProbe.close(owner, probe.owner);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void closingAnOwnerOrphansItsChildren() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      probe.openIn(owner, probe.plain, 2);
      Caller.close(owner, probe.owner);

      assertThat(probe.slot(2).state()).isEqualTo(SlotState.OPEN);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      SlotEntry closed = probe.slot(1);
      assertThat(closed.state()).isEqualTo(SlotState.CLOSED_OWNER);
      SlotEntry.Closed ending = (SlotEntry.Closed) closed.ending();
      assertThat(ending.thread()).isEqualTo(Thread.currentThread().getName());
      assertThat(ending.nanos()).isGreaterThanOrEqualTo(closed.opened().nanos());
      assertThat(probe.image().stack(ending.stack()).get(0).method()).isEqualTo("close");
    }
  }

  @Test
  void remembersAClosedOwnerUntilItsLastChildIsClosed() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      WithField first = probe.openIn(owner, probe.plain, 2);
      WithField last = probe.openIn(owner, probe.plain, 3);
      TestProbe.close(owner, probe.owner);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L, 3L);
      TestProbe.close(first, probe.plain);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 3L);
      TestProbe.close(last, probe.plain);
      assertThat(probe.bytesOfSlots()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(3);
    }
  }

  @Test
  void aClosedOwnerGetsNoMoreChildren() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      probe.openIn(owner, probe.plain, 2);
      TestProbe.close(owner, probe.owner);
      probe.openIn(owner, probe.plain, 3);
      assertThat(probe.ownerOf(3)).isZero();
    }
  }

  @Test
  void anOwnerOpenedAgainHasNoneOfItsFormerChildren() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField pooled = probe.open(probe.owner, 1);
      probe.openIn(pooled, probe.plain, 2);
      TestProbe.close(pooled, probe.owner);
      probe.open(pooled, probe.owner, 3);
      probe.openIn(pooled, probe.plain, 4);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.ownerOf(4)).isEqualTo(3);
    }
  }

  @Test
  void closingAFreeingOwnerClosesWhatItOwns() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      probe.openIn(owner, probe.plain, 2);
      WithField handedOut = probe.openIn(owner, probe.plain, 3);
      probe.open(probe.plain, 4);
      TestProbe.close(handedOut, probe.plain);
      TestProbe.close(owner, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(4L);
      assertThat(probe.sum("plain", tally -> tally.closed())).isEqualTo(2);
      assertThat(probe.image().misuse()).isEmpty();
    }
  }

  @Test
  void freesGenerationsThatFreeAndOrphansThoseThatDoNot() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField root = probe.open(probe.freeing, 1);
      WithField freeing = probe.openIn(root, probe.freeing, 2);
      WithField plainOwner = probe.openIn(root, probe.owner, 3);
      probe.openIn(freeing, probe.plain, 20);
      probe.openIn(plainOwner, probe.plain, 30);
      TestProbe.close(root, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(3L, 30L);
      assertThat(probe.slot(3).state()).isEqualTo(SlotState.CLOSED_OWNER);
      assertThat(probe.ownerOf(30)).isEqualTo(3);
    }
  }

  @Test
  void aCloseThatThrowsFreesNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      probe.openIn(owner, probe.plain, 2);
      TestProbe.closeFailing(owner, probe.freeing);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L);
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      TestProbe.close(owner, probe.freeing);
      assertThat(probe.bytesOfSlots()).isEmpty();
    }
  }

  @Test
  void takesWhatAFreeingOwnerClosesOutOfTheDevicesTotals() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      int token = Hooks.scopeEntered(owner, probe.scope);
      WithField child = new WithField();
      probe.keep(child);
      Hooks.opened(child, probe.placed, 64, 0, 0, 3, "DRAM", null, true, false, null, null);
      Hooks.scopeExited(token, probe.scope, owner);
      DeviceEntry device = probe.image().devices().get(0);
      assertThat(device.liveBytes()).isEqualTo(64);
      TestProbe.close(owner, probe.freeing);
      device = probe.image().devices().get(0);
      assertThat(device.liveBytes()).isZero();
      assertThat(device.opened()).isEqualTo(1);
      assertThat(device.closed()).isEqualTo(1);
    }
  }

  @Test
  void aChildThatItsOwnerClosesByHandIsClosedOnce() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      WithField child = probe.openIn(owner, probe.plain, 2);
      Object token = Hooks.closing(owner, probe.freeing);
      TestProbe.close(child, probe.plain);
      Hooks.closed(owner, token, null);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum("plain", tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.image().misuse()).isEmpty();
    }
  }

  /** Children that are opened and closed on a different thread from their owner's. */
  @Test
  void childrenOfOneOwnerMayComeFromAnyThread() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      Thread worker = new Thread(() -> probe.openIn(owner, probe.plain, 2), "worker");
      worker.start();
      worker.join();
      assertThat(probe.ownerOf(2)).isEqualTo(1);
      assertThat(probe.slot(2).opened().thread()).isEqualTo("worker");
    }
  }
}
