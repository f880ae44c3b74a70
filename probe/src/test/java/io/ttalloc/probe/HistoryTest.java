package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.probe.commit.History;
import io.ttalloc.probe.resource.Resource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listener is notified of every opening, close and loss while it is registered. */
class HistoryTest {
  private static final int PLACED = SlotLayout.FLAG_HAS_ADDRESS | SlotLayout.FLAG_HAS_DEVICE;

  @TempDir Path folder;
  private final List<Reported> reported = new CopyOnWriteArrayList<>();

  private record Reported(
      int kind, int tally, long livedNanos, long bytes, int flags, int device, long address) {}

  private void happened(
      int kind,
      Resource resource,
      int tally,
      long livedNanos,
      long bytes,
      int flags,
      int device,
      int space,
      long address) {
    reported.add(new Reported(kind, tally, livedNanos, bytes, flags, device, address));
  }

  private List<Integer> kinds() {
    return reported.stream().map(Reported::kind).toList();
  }

  @Test
  void reportsOpeningsClosesAndLossesToAListener() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      probe.recordCollectedHere();
      TestProbe.close(probe.open(probe.plain, 1), probe.plain);
      assertThat(reported).isEmpty();

      History.Listener listener = this::happened;
      Probe.listen(listener);
      Probe.listen(listener);
      TestProbe.close(probe.open(probe.plain, 2), probe.plain);
      TestProbe.collect(probe.open(probe.plain, 3));
      Probe.listenNoMore(listener);
      TestProbe.close(probe.open(probe.plain, 4), probe.plain);

      assertThat(kinds())
          .containsExactly(
              RecordLayout.EVENT_OPEN,
              RecordLayout.EVENT_CLOSE,
              RecordLayout.EVENT_OPEN,
              RecordLayout.EVENT_COLLECTED);
      assertThat(reported).extracting(Reported::bytes).containsExactly(2L, 2L, 3L, 3L);
      assertThat(reported.get(0).livedNanos()).isZero();
      assertThat(reported.get(1).livedNanos()).isPositive();
      assertThat(reported.get(2).tally()).isEqualTo(probe.slot(3).tally().id());
      assertThat(reported.get(3).tally()).isEqualTo(reported.get(2).tally());
    }
  }

  @Test
  void reportsToEachOfSeveralListeners() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      List<Integer> first = new ArrayList<>();
      List<Integer> second = new ArrayList<>();
      History.Listener one =
          (kind, resource, tally, lived, bytes, flags, device, space, address) -> first.add(kind);
      History.Listener other =
          (kind, resource, tally, lived, bytes, flags, device, space, address) -> second.add(kind);
      Probe.listen(one);
      Probe.listen(other);
      Object object = probe.open(probe.plain, 1);
      Probe.listenNoMore(one);
      Probe.listenNoMore(one);
      TestProbe.close(object, probe.plain);

      assertThat(first).containsExactly(RecordLayout.EVENT_OPEN);
      assertThat(second).containsExactly(RecordLayout.EVENT_OPEN, RecordLayout.EVENT_CLOSE);
    }
  }

  @Test
  void reportsThePlaceOfAResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Probe.listen(this::happened);
      Object object = new Object();
      Hooks.opened(object, probe.placed, 64, 64, 4_096, 3, "DRAM", null, true, false, null, null);
      Hooks.closed(object, Hooks.closing(object, probe.placed), null);

      assertThat(reported)
          .hasSize(2)
          .allSatisfy(
              event -> {
                assertThat(event.flags() & PLACED).isEqualTo(PLACED);
                assertThat(event.device()).isEqualTo(3);
                assertThat(event.address()).isEqualTo(4_096);
                assertThat(event.bytes()).isEqualTo(64);
              });
    }
  }

  @Test
  void anErrorOfTheListenerCostsNoEventOfTheLedger() throws Exception {
    try (TestProbe probe = new TestProbe(folder)) {
      Probe.listen(
          (kind, resource, tally, livedNanos, bytes, flags, device, space, address) -> {
            throw new IllegalStateException("no recorder");
          });
      TestProbe.close(probe.open(probe.plain, 1), probe.plain);
      probe.open(probe.plain, 2);

      assertThat(probe.sum(tally -> tally.opened())).isEqualTo(2);
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(1);
      assertThat(probe.failures).hasSize(1);
    }
  }
}
