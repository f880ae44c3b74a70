package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.SlotLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a resource before its outermost constructor returns. */
class ConstructionTest {
  @TempDir Path folder;

  private static void close(Object object, int rule) {
    Object token = Hooks.closing(object, rule);
    if (token != null) {
      Hooks.closed(object, token, null);
    }
  }

  @Test
  void whatItsOwnConstructorClosedIsNotOpen() throws Exception {
    try (Watched watched = new Watched(folder)) {
      Object resource = new Object();
      close(resource, watched.plain);
      assertThat(watched.image().unknownCloses()).isEqualTo(1);
      Hooks.opened(resource, watched.plain, null);
      assertThat(watched.slots()).isEmpty();
      assertThat(watched.image().unknownCloses()).isZero();
    }
  }

  @Test
  void whatAMethodOpensMayHaveBeenClosedBefore() throws Exception {
    try (Watched watched = new Watched(folder)) {
      int placed = watched.rules.add(new ProbeRules.Type("placed", 0, 0, false, null));
      Object resource = new Object();
      close(resource, placed);
      Hooks.opened(resource, placed, null);
      assertThat(watched.slots()).hasSize(1);
      close(resource, placed);
    }
  }

  @Test
  void anOuterConstructorAddsWhatItKnowsAndErasesNothing() throws Exception {
    try (Watched watched = new Watched(folder)) {
      int inner =
          watched.rules.add(
              new ProbeRules.Type("inner", 0, SlotLayout.FLAG_HAS_ADDRESS, false, null));
      int outer =
          watched.rules.add(
              new ProbeRules.Type("outer", 0, SlotLayout.FLAG_HAS_DEVICE, false, null));
      Object resource = new Object();
      Hooks.opened(resource, inner, 100, 50, 4096, 0, "DRAM", "s", true, false, null, null);
      Hooks.opened(resource, outer, 0, 0, 0, 3, null, null, true, false, "label", null);
      assertThat(watched.slots())
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
      assertThat(watched.image().devices())
          .filteredOn(device -> device.device() == 3)
          .singleElement()
          .satisfies(device -> assertThat(device.liveBytes()).isEqualTo(100));
      close(resource, inner);
      assertThat(watched.image().devices()).allMatch(device -> device.liveBytes() == 0);
    }
  }

  @Test
  void moreThanIsKeptWhileOneObjectIsMadeIsCountedAsAnError() throws Exception {
    try (Watched watched = new Watched(folder, false)) {
      Object owner = new Object();
      int making = Hooks.scopeEntered(null, watched.scope);
      List<Object> parts = new ArrayList<>();
      for (int i = 0; i < ConstructionLog.MAX_KEPT + 10; i++) {
        Object part = new Object();
        parts.add(part);
        Hooks.opened(part, watched.plain, null);
      }
      Hooks.opened(owner, watched.freeing, null);
      Hooks.scopeExited(making, watched.scope, owner);
      assertThat(watched.image().hookErrors()).isEqualTo(1);
      close(owner, watched.freeing);
      assertThat(watched.slots()).hasSizeBetween(10, 12);
      parts.forEach(part -> close(part, watched.plain));
      assertThat(watched.slots()).isEmpty();
    }
  }
}
