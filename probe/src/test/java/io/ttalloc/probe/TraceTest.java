package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listener is told every event of traced resources, and no others. */
class TraceTest {
  private static final int DRAM_ADDRESS = 0x1000;

  @TempDir Path folder;
  private final List<TraceEvent> events = new CopyOnWriteArrayList<>();

  private Trace trace(Set<String> types, Set<String> sites, long... addresses) {
    return new Trace(types, sites, addresses, events::add);
  }

  private static Object open(int rule, long address) {
    Object object = new Object();
    Hooks.opened(object, rule, 64, 64, address, 3, "DRAM", "s#1", true, false, null, null);
    return object;
  }

  private static void close(Object object, int rule) {
    Hooks.closed(object, Hooks.closing(object, rule), null);
  }

  private List<String> told() {
    return events.stream().map(event -> event.kind + " " + event.type).toList();
  }

  @Test
  void tellsOfEachEventOfAType() throws Exception {
    try (TestProbe probe = new TestProbe(folder, true, trace(Set.of("plain"), Set.of()))) {
      close(open(probe.owner, 1), probe.owner);
      close(open(probe.plain, 1), probe.plain);
      assertThat(told()).containsExactly("OPENED plain", "CLOSED plain");
      TraceEvent opened = events.get(0);
      assertThat(opened.bytes).isEqualTo(64);
      assertThat(opened.space).isEqualTo("DRAM");
      assertThat(opened.session).isEqualTo("s#1");
      assertThat(opened.className).isEqualTo("java.lang.Object");
      assertThat(opened.thread).isEqualTo(Thread.currentThread().getName());
      assertThat(opened.slot).isEqualTo(events.get(1).slot);
      assertThat(opened.generation).isEqualTo(events.get(1).generation);
      assertThat(probe.failures).isEmpty();
    }
  }

  @Test
  void aSiteIsAnyFrameOfTheOpeningStackAndItsClosesAreToldFromWherever() throws Exception {
    // Frames of this package are hooks to the probe: what is left of the stack is the platform's.
    Trace trace = trace(Set.of(), Set.of("Method.invoke"));
    try (TestProbe probe = new TestProbe(folder, true, trace)) {
      close(open(probe.plain, 1), probe.plain);
      assertThat(told()).containsExactly("OPENED plain", "CLOSED plain");
      events.clear();
      Thread elsewhere = new Thread(() -> close(open(probe.plain, 1), probe.plain));
      elsewhere.start();
      elsewhere.join();
      assertThat(told()).isEmpty();
    }
  }

  @Test
  void anAddressIsLookedAtEachTime() throws Exception {
    Trace trace = trace(Set.of(), Set.of(), DRAM_ADDRESS);
    try (TestProbe probe = new TestProbe(folder, true, trace)) {
      int placed =
          probe.rules.add(
              new ProbeType(
                  "placed", 0, io.ttalloc.ledger.SlotLayout.FLAG_HAS_ADDRESS, false, null));
      close(open(placed, DRAM_ADDRESS + 1), placed);
      assertThat(told()).isEmpty();
      close(open(placed, DRAM_ADDRESS), placed);
      assertThat(told()).containsExactly("OPENED placed", "CLOSED placed");
    }
  }

  @Test
  void whatAnOuterConstructorKnowsBetterIsTold() throws Exception {
    try (TestProbe probe = new TestProbe(folder, true, trace(Set.of("plain"), Set.of()))) {
      Object object = open(probe.plain, 1);
      Hooks.opened(object, probe.plain, 128, 64, 9, 3, "L1", null, true, false, null, null);
      assertThat(told()).containsExactly("OPENED plain", "PLACED plain");
      assertThat(events.get(1).bytes).isEqualTo(128);
      assertThat(events.get(1).space).isEqualTo("L1");
    }
  }

  @Test
  void aCloseThatThrowsIsToldAsSuch() throws Exception {
    try (TestProbe probe = new TestProbe(folder, true, trace(Set.of("plain"), Set.of()))) {
      Object object = open(probe.plain, 1);
      Object token = Hooks.closing(object, probe.plain);
      Hooks.closed(object, token, new IllegalStateException("no"));
      assertThat(told()).containsExactly("OPENED plain", "CLOSE_FAILED plain");
    }
  }

  @Test
  void aListenerThatFailsHindersNothing() throws Exception {
    Trace.Listener failing =
        event -> {
          throw new IllegalStateException("a closed terminal");
        };
    Trace trace = new Trace(Set.of("plain"), Set.of(), new long[0], failing);
    try (TestProbe probe = new TestProbe(folder, true, trace)) {
      close(open(probe.plain, 1), probe.plain);
      assertThat(probe.failures).hasSize(1);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
    }
  }
}
