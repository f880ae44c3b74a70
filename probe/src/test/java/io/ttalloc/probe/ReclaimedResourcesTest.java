package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.testing.Await;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closes by a Cleaner or finalizer, not by the program. */
class ReclaimedResourcesTest {
  @TempDir Path folder;

  private static void reclaim(TestProbe probe, Object resource, int rule) {
    int token = Hooks.scopeEntered(null, probe.reclaiming);
    TestProbe.close(resource, rule);
    Hooks.scopeExited(token, probe.reclaiming, null);
  }

  @Test
  void countsClosesOfAReclaimingScopeWithTheirBytes() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (int bytes : new int[] {100, 20, 3}) {
        WithField resource = probe.open(probe.plain, bytes);
        if (bytes == 20) {
          TestProbe.close(resource, probe.plain);
        } else {
          reclaim(probe, resource, probe.plain);
        }
      }
      TallyEntry tally = probe.tallies().get(0);
      assertThat(tally.closed()).isEqualTo(3);
      assertThat(tally.closes().reclaimed()).isEqualTo(2);
      assertThat(tally.closes().reclaimedBytes()).isEqualTo(103);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void countsClosesOfTheScopesWithin() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.owner, 1);
      WithField resource = probe.open(probe.plain, 2);
      int outer = Hooks.scopeEntered(null, probe.reclaiming);
      int inner = Hooks.scopeEntered(owner, probe.scope);
      TestProbe.close(resource, probe.plain);
      Hooks.scopeExited(inner, probe.scope, owner);
      Hooks.scopeExited(outer, probe.reclaiming, null);
      TestProbe.close(owner, probe.owner);
      assertThat(probe.sum("plain", tally -> tally.closes().reclaimed())).isEqualTo(1);
      assertThat(probe.sum("owner", tally -> tally.closes().reclaimed())).isZero();
    }
  }

  @Test
  void anActionThatTheProgramRunsItselfIsAProperClose() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 100);
      Object key = new Object();
      Cleaner.Cleanable cleanable =
          Cleaner.create().register(key, () -> reclaim(probe, resource, probe.plain));
      try {
        cleanable.clean();
      } finally {
        Reference.reachabilityFence(key);
      }
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.closes().reclaimed())).isZero();
    }
  }

  @Test
  void anActionThatACleanerRunsReclaimsWhateverItsThread() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 100);
      CountDownLatch reclaimed = new CountDownLatch(1);
      Cleaner cleaner = Cleaner.create(action -> new Thread(action, "an application's own"));
      cleaner.register(
          new Object(),
          () -> {
            reclaim(probe, resource, probe.plain);
            reclaimed.countDown();
          });
      Await.collecting(() -> reclaimed.getCount() == 0);
      assertThat(probe.sum(tally -> tally.closes().reclaimed())).isEqualTo(1);
    }
  }

  @Test
  void distinguishesReclaimedFromClosedInTheHistory() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      reclaim(probe, probe.open(probe.plain, 101), probe.plain);
      TestProbe.close(probe.open(probe.plain, 102), probe.plain);
      assertThat(probe.image().events())
          .filteredOn(event -> event.bytes() == 101)
          .extracting(EventEntry::kind)
          .containsExactly(EventEntry.Kind.OPEN, EventEntry.Kind.RECLAIMED);
      assertThat(probe.image().events())
          .filteredOn(event -> event.bytes() == 102 && event.kind() == EventEntry.Kind.CLOSE)
          .hasSize(1);
    }
  }

  @Test
  void reclaimsWithAnOwnerWhatItFrees() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField owner = probe.open(probe.freeing, 1);
      probe.openIn(owner, probe.plain, 2);
      reclaim(probe, owner, probe.freeing);
      assertThat(probe.sum("plain", tally -> tally.closes().reclaimed())).isEqualTo(1);
      assertThat(probe.sum("plain", tally -> tally.closes().reclaimedBytes())).isEqualTo(2);
      assertThat(probe.slots()).isEmpty();
    }
  }

  @Test
  void aCloseThatThrowsReclaimsNothingAndIsNoMisuseOfTheProgram() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      int token = Hooks.scopeEntered(null, probe.reclaiming);
      TestProbe.closeFailing(resource, probe.plain);
      Hooks.scopeExited(token, probe.reclaiming, null);
      assertOpenAndUnfailed(probe, 1);

      TestProbe.closeFailing(resource, probe.plain);
      assertThat(probe.misuses(MisuseKind.CLOSE_FAILED)).isEqualTo(1);
    }
  }

  @Test
  void neitherIsOneOfTheFinalizersThread() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 7);
      // Named like the thread of System.runFinalization().
      Thread finalizer =
          new Thread(() -> TestProbe.closeFailing(resource, probe.plain), "Secondary finalizer");
      finalizer.start();
      finalizer.join();
      assertOpenAndUnfailed(probe, 7);
    }
  }

  private static void assertOpenAndUnfailed(TestProbe probe, long bytes) throws Exception {
    assertThat(probe.slot(bytes).state()).isEqualTo(SlotState.OPEN);
    assertThat(probe.slot(bytes).closeFailed()).isFalse();
    assertThat(
            probe.sum(
                tally -> tally.closes().reclaimed() + tally.closed() + tally.closes().failed()))
        .isZero();
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void whatAThreadOfACleanerClosesIsReclaimed() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 7);
      CountDownLatch cleaned = new CountDownLatch(1);
      Object wrapper = new Object();
      Cleaner.Cleanable ignored =
          Cleaner.create()
              .register(
                  wrapper,
                  () -> {
                    TestProbe.close(resource, probe.plain);
                    cleaned.countDown();
                  });
      wrapper = null;
      Await.collecting(() -> cleaned.getCount() == 0);
      assertThat(cleaned.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(probe.sum(tally -> tally.closes().reclaimed())).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.closes().reclaimedBytes())).isEqualTo(7);
    }
  }

  /** A program may give its threads any name. */
  @Test
  void whatAThreadClosesThatIsOnlyNamedLikeACleanerIsClosed() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Thread named = new Thread(() -> TestProbe.close(resource, probe.plain), "Cleaner-0");
      named.start();
      named.join();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.closes().reclaimed())).isZero();
    }
  }
}
