package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.testing.Await;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks before the probe is switched on, after it is switched off, and in the agent's own code. */
class ProbeSwitchTest {
  @TempDir Path folder;

  @Test
  void hooksDoNothingWhileTheProbeIsOff() {
    WithField resource = new WithField();
    assertThat(Hooks.wantsStack(resource)).isFalse();
    Hooks.opened(resource, 0, null);
    assertThat(resource.$ttAllocResource).isNull();
    assertThat(Hooks.closing(resource, 0)).isNull();
    Hooks.closed(resource, null, null);
    assertThat(Hooks.scopeEntered(resource, 0)).isEqualTo(-1);
    Hooks.scopeExited(-1, 0, resource);
    Hooks.held(resource, resource, "entry");
    Hooks.dropped(resource, resource);
    assertThat(Hooks.used(resource)).isNull();
    Hooks.marked("mark");
    Hooks.failed(new Throwable());
    assertThat(Hooks.attributeThrew("any", 0, 2, new Throwable())).isEqualTo(ProbeType.ATTRIBUTES);
    assertThat(Probe.recordCollected()).isZero();
  }

  @Test
  void leavesOpenWhatIsOpenWhenItIsSwitchedOff() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      WithField closing = probe.open(probe.plain, 2);
      Object token = Hooks.closing(closing, probe.plain);
      probe.recordCollectedHere();
      Probe.stop();
      Hooks.closed(closing, token, null);
      TestProbe.close(resource, probe.plain);
      probe.open(probe.plain, 3);
      assertThat(probe.bytesOfSlots()).containsExactly(1L, 2L);
    }
  }

  @Test
  void endsItsThreadWhenItIsSwitchedOff() throws Exception {
    try (TestProbe ignored = new TestProbe(folder)) {
      Thread collected = Objects.requireNonNull(Probe.recorder).collected;
      assertThat(collected.isAlive()).isTrue();
      Probe.stop();
      collected.join(60_000);
      assertThat(collected.isAlive()).isFalse();
    }
  }

  /** The dump at exit switches the probe off before it reads the heap. */
  @Test
  void isForgottenOnlyWhenTheProgramRunsOn() throws Exception {
    WeakReference<Recorder> switchedOff = switchedOff();
    System.gc();
    assertThat(switchedOff.get()).isNotNull();

    Probe.stopForGood();
    Await.collecting(() -> switchedOff.get() == null);
  }

  private WeakReference<Recorder> switchedOff() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      TestProbe.close(probe.open(probe.plain), probe.plain);
      return new WeakReference<>(Objects.requireNonNull(Probe.recorder));
    }
  }

  @Test
  void showsNothingOfItsWarmUp() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (TallyEntry tally : probe.image().tallies().values()) {
        assertThat(tally.type().name()).isEqualTo("(warm-up)");
        assertThat(tally.slots()).isZero();
      }
      assertThat(probe.image().forEachSlot(slot -> assertThat(slot).isNull())).isEmpty();
      assertThat(probe.image().misuse()).isEmpty();
      assertThat(probe.image().unknownCloses()).isZero();
      assertThat(probe.image().hookErrors()).isZero();
    }
  }

  @Test
  void doesNotSeeWhatTheAgentOpensForItself() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Probe.unseen(
          () -> {
            probe.open(probe.plain, 1);
            Probe.unseen(() -> probe.open(probe.plain, 2));
            probe.open(probe.plain, 3);
          });
      assertThat(probe.slots()).isEmpty();
      probe.open(probe.plain, 4);
      assertThat(probe.bytesOfSlots()).containsExactly(4L);
    }
  }

  @Test
  void seesTheThreadAgainThoughTheUnseenTaskThrew() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      boolean thrown = false;
      try {
        Probe.unseen(
            () -> {
              throw new IllegalStateException("of the task");
            });
      } catch (IllegalStateException e) {
        thrown = true;
      }
      assertThat(thrown).isTrue();
      probe.open(probe.plain, 1);
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
    }
  }

  @Test
  void notifiesTheAgentOfMarks() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Hooks.marked("first");
      Hooks.marked(null);
      Probe.unseen(() -> Hooks.marked("unseen"));
      assertThat(probe.marks).containsExactly("first", "null");
    }
  }
}
