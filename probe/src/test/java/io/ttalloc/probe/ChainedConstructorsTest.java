package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.probe.TestProbe.WithField;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several constructors of one object each call a hook; the object may be closed before a call. */
class ChainedConstructorsTest {
  @TempDir Path folder;

  @Test
  void countsOneResourceWhenConstructorsChain() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = probe.open(probe.plain, 1);
      Hooks.opened(resource, probe.plain, null);
      Hooks.opened(resource, probe.owner, null);
      assertThat(probe.sum(tally -> tally.opened())).isEqualTo(1);
      assertThat(probe.slot(1).tally().type().name()).isEqualTo("plain");
    }
  }

  @Test
  void whatAnOuterConstructorClosesIsNotOpenedAgainWhenItReturns() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (Object resource : List.of(new WithField(), new Object())) {
        Hooks.opened(resource, probe.made, null);
        TestProbe.close(resource, probe.made);
        Hooks.opened(resource, probe.made, null);
      }
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum(tally -> tally.opened())).isEqualTo(2);
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(2);
    }
  }

  @Test
  void anOuterConstructorAddsWhatItKnowsAndErasesNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int inner = probe.type("inner", 0, SlotLayout.FLAG_HAS_ADDRESS);
      int outer = probe.type("outer", 0, SlotLayout.FLAG_HAS_DEVICE);
      Object resource = new Object();
      Hooks.opened(resource, inner, 100, 50, 4096, 0, "DRAM", "s", true, false, null, null);
      Hooks.opened(resource, outer, 0, 0, 0, 3, null, null, true, false, "label", null);
      SlotEntry slot = probe.slot(100);
      assertThat(slot.place().extentBytes()).isEqualTo(50);
      assertThat(slot.place().address()).isEqualTo(4096);
      assertThat(slot.place().device()).isEqualTo(3);
      assertThat(slot.place().space()).isEqualTo("DRAM");
      assertThat(slot.place().session()).isEqualTo("s");
      assertThat(slot.label()).isEqualTo("label");
    }
  }

  @Test
  void anOuterConstructorMovesItsBytesToTheDeviceThatItNames() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = new WithField();
      Hooks.opened(resource, probe.placed, 100, 0, 0, 1, "DRAM", null, true, false, null, null);
      Hooks.opened(resource, probe.placed, 300, 0, 0, 2, "DRAM", null, true, false, null, null);
      assertThat(probe.image().devices())
          .extracting(device -> device.device() + ": " + device.liveBytes())
          .containsExactly("1: 0", "2: 300");
      TestProbe.close(resource, probe.placed);
      assertThat(probe.image().devices()).allMatch(device -> device.liveBytes() == 0);
      assertThat(probe.image().devices())
          .extracting(device -> device.opened() + ", " + device.closed())
          .containsExactly("0, 0", "1, 1");
    }
  }

  @Test
  void openedBytesAreThoseThatTheOutermostConstructorKnowsWithoutThoseOfViews() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = new WithField();
      Hooks.opened(resource, probe.placed, 100, 0, 0, 1, "DRAM", null, true, false, null, null);
      Hooks.opened(resource, probe.placed, 300, 0, 0, 1, "DRAM", null, true, false, null, null);
      Object view = new Object();
      Hooks.opened(view, probe.placed, 50, 0, 0, 1, "DRAM", null, false, false, null, null);
      TestProbe.close(resource, probe.placed);
      assertThat(probe.sum(tally -> tally.openings().bytes())).isEqualTo(300);
      assertThat(probe.image().devices())
          .containsExactly(new DeviceEntry(1, "DRAM", 0, 300, 1, 1, 300, 300));
    }
  }

  @Test
  void keepsTheLabelOfTheInnermostConstructor() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField resource = new WithField();
      Hooks.opened(resource, probe.plain, 1, 0, 0, 0, null, null, true, false, "inner", null);
      Hooks.opened(resource, probe.plain, 0, 0, 0, 0, null, null, true, false, "outer", null);
      assertThat(probe.slot(1).label()).isEqualTo("inner");
    }
  }

  @Test
  void whatItsOwnConstructorClosedIsNotOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      TestProbe.close(resource, probe.made);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
      Hooks.opened(resource, probe.made, null);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().unknownCloses()).isZero();
      assertThat(probe.sum(tally -> tally.opened())).isEqualTo(1);
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
    }
  }

  @Test
  void whatAnInnerConstructorClosedStaysClosedWhenOuterOnesReturn() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      for (Object resource : List.of(new WithField(), new Object())) {
        TestProbe.close(resource, probe.made);
        Hooks.opened(resource, probe.made, null);
        Hooks.opened(new WithField(), probe.plain, null);
        Hooks.opened(resource, probe.made, null);
        Hooks.opened(resource, probe.made, null);
      }
      assertThat(probe.slots()).allMatch(slot -> slot.tally().type().name().equals("plain"));
      assertThat(probe.sum(tally -> tally.opened() - tally.closed())).isEqualTo(2);
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  @Test
  void remembersSixteenEarlyCloses() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      WithField[] early = new WithField[17];
      for (int i = 0; i < early.length; i++) {
        early[i] = new WithField();
        TestProbe.close(early[i], probe.made);
      }
      for (int i = 0; i < early.length; i++) {
        probe.open(early[i], probe.made, i + 1);
      }
      // The first early close was forgotten. It still counts as the close of an unknown resource,
      // and the resource as open.
      assertThat(probe.bytesOfSlots()).containsExactly(1L);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
    }
  }

  @Test
  void whatAMethodOpensMayHaveBeenClosedBefore() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int reopened = probe.type("reopened", 0, 0);
      Object resource = new Object();
      TestProbe.close(resource, reopened);
      Hooks.opened(resource, reopened, null);
      assertThat(probe.slots()).hasSize(1);
      TestProbe.close(resource, reopened);
      assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isZero();
    }
  }
}
