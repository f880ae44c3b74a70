package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.LedgerLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a resource before its outermost constructor returns. */
class ChainedConstructorsTest {
  @TempDir Path folder;

  private static void close(Object object, int rule) {
    Object token = Hooks.closing(object, rule);
    if (token != null) {
      Hooks.closed(object, token, null);
    }
  }

  @Test
  void whatItsOwnConstructorClosedIsNotOpen() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Object resource = new Object();
      close(resource, probe.plain);
      assertThat(probe.image().unknownCloses()).isEqualTo(1);
      Hooks.opened(resource, probe.plain, null);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.image().unknownCloses()).isZero();
    }
  }

  @Test
  void whatAMethodOpensMayHaveBeenClosedBefore() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int placed = probe.rules.add(new ProbeRules.Type("placed", 0, 0, false, null));
      Object resource = new Object();
      close(resource, placed);
      Hooks.opened(resource, placed, null);
      assertThat(probe.slots()).hasSize(1);
      close(resource, placed);
    }
  }

  @Test
  void anOuterConstructorAddsWhatItKnowsAndErasesNothing() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      int inner =
          probe.rules.add(
              new ProbeRules.Type("inner", 0, LedgerLayout.FLAG_HAS_ADDRESS, false, null));
      int outer =
          probe.rules.add(
              new ProbeRules.Type("outer", 0, LedgerLayout.FLAG_HAS_DEVICE, false, null));
      Object resource = new Object();
      Hooks.opened(resource, inner, 100, 50, 4096, 0, "DRAM", "s", true, false, null, null);
      Hooks.opened(resource, outer, 0, 0, 0, 3, null, null, true, false, "label", null);
      assertThat(probe.slots())
          .singleElement()
          .satisfies(
              slot -> {
                assertThat(slot.bytes()).isEqualTo(100);
                assertThat(slot.extentBytes()).isEqualTo(50);
                assertThat(slot.address()).isEqualTo(4096);
                assertThat(slot.device()).isEqualTo(3);
                assertThat(slot.space()).isEqualTo("DRAM");
                assertThat(slot.session()).isEqualTo("s");
                assertThat(slot.extension()).isNotNull();
                assertThat(slot.extension().label()).isEqualTo("label");
              });
      assertThat(probe.image().devices())
          .filteredOn(device -> device.device() == 3)
          .singleElement()
          .satisfies(device -> assertThat(device.liveBytes()).isEqualTo(100));
      close(resource, inner);
      assertThat(probe.image().devices()).allMatch(device -> device.liveBytes() == 0);
    }
  }

  @Test
  void moreThanIsKeptWhileOneObjectIsMadeIsCountedAsAnError() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      Object owner = new Object();
      int making = Hooks.scopeEntered(null, probe.scope);
      List<Object> parts = new ArrayList<>();
      for (int i = 0; i < ConstructionLog.MAX_KEPT + 10; i++) {
        Object part = new Object();
        parts.add(part);
        Hooks.opened(part, probe.plain, null);
      }
      Hooks.opened(owner, probe.freeing, null);
      Hooks.scopeExited(making, probe.scope, owner);
      assertThat(probe.image().hookErrors()).isEqualTo(1);
      close(owner, probe.freeing);
      assertThat(probe.slots()).hasSizeBetween(10, 12);
      parts.forEach(part -> close(part, probe.plain));
      assertThat(probe.slots()).isEmpty();
    }
  }
}
