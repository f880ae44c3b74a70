package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.DeviceEntry;
import io.ttalloc.probe.TestProbe.WithField;
import io.ttalloc.probe.rule.ProbeType;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attributes of an open resource are read and recorded again. */
class UpdatesTest {
  private static final long KEPT = ProbeType.NOT_READ;

  @TempDir Path folder;
  private TestProbe probe;

  @BeforeEach
  void start() throws Exception {
    probe = new TestProbe(folder);
  }

  @AfterEach
  void end() throws Exception {
    assertThat(probe.failures).isEmpty();
    probe.close();
  }

  private WithField open(long bytes, int device) {
    WithField resource = new WithField();
    probe.keep(resource);
    Hooks.opened(
        resource, probe.placed, bytes, 8, 4096, device, "DRAM", "s", true, false, "first", null);
    return resource;
  }

  private void resize(Object resource, long bytes) {
    update(resource, bytes, KEPT, KEPT, ProbeType.NO_DEVICE_READ, null, null, 0);
  }

  private void update(
      Object resource,
      long bytes,
      long extent,
      long address,
      int device,
      @Nullable String space,
      @Nullable String label,
      int unread) {
    Hooks.updated(
        resource, probe.placed, bytes, extent, address, device, space, null, label, unread);
  }

  private DeviceEntry device(int device) throws Exception {
    return probe.image().devices().stream()
        .filter(entry -> entry.device() == device)
        .findAny()
        .orElseThrow();
  }

  private SlotEntry only() throws Exception {
    assertThat(probe.slots()).hasSize(1);
    return probe.slots().get(0);
  }

  @Test
  void whatGrowsHasItsNewBytesInTallyDeviceAndPeak() throws Exception {
    WithField resource = open(100, 1);
    resize(resource, 300);
    assertThat(only().bytes()).isEqualTo(300);
    assertThat(probe.sum(tally -> tally.openings().bytes())).isEqualTo(300);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 300, 300, 1, 0, 300, 0));
    TestProbe.close(resource, probe.placed);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 0, 300, 1, 1, 300, 300));
  }

  @Test
  void whatShrinksAlsoToNothingKeepsPeakAndOpenedBytes() throws Exception {
    WithField resource = open(100, 1);
    resize(resource, 40);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 40, 100, 1, 0, 100, 60));
    resize(resource, 0);
    assertThat(only().bytes()).isZero();
    assertThat(probe.sum(tally -> tally.openings().bytes())).isEqualTo(100);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 0, 100, 1, 0, 100, 100));
    resize(resource, 70);
    assertThat(probe.sum(tally -> tally.openings().bytes())).isEqualTo(170);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 70, 100, 1, 0, 170, 100));
  }

  @Test
  void whatIsNotReadStaysAsItWas() throws Exception {
    update(open(100, 1), KEPT, KEPT, 8192, ProbeType.NO_DEVICE_READ, null, null, 0);
    SlotEntry slot = only();
    assertThat(slot.bytes()).isEqualTo(100);
    assertThat(slot.place().extentBytes()).isEqualTo(8);
    assertThat(slot.place().address()).isEqualTo(8192);
    assertThat(slot.place().device()).isEqualTo(1);
    assertThat(slot.place().space()).isEqualTo("DRAM");
    assertThat(slot.place().session()).isEqualTo("s");
    assertThat(slot.label()).isEqualTo("first");
  }

  @Test
  void whatMovesCountsAsClosedInTheOnePlaceAndAsOpenedInTheOther() throws Exception {
    WithField resource = open(100, 1);
    update(resource, 60, 0, 0, 2, "L1", "second", 0);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 0, 100, 1, 1, 100, 100));
    assertThat(device(2)).isEqualTo(new DeviceEntry(2, "L1", 60, 60, 1, 0, 60, 0));
    SlotEntry slot = only();
    assertThat(slot.place().address()).isZero();
    assertThat(slot.place().hasAddress()).isTrue();
    assertThat(slot.place().extentBytes()).isEqualTo(60);
    assertThat(slot.label()).isEqualTo("second");
    assertThat(probe.sum(tally -> tally.opened())).isEqualTo(1);
    TestProbe.close(resource, probe.placed);
    assertThat(device(2)).isEqualTo(new DeviceEntry(2, "L1", 0, 60, 1, 1, 60, 60));
  }

  @Test
  void ofAPlaceOfWhichAPartCouldNotBeReadNothingIsRecorded() throws Exception {
    WithField resource = open(100, 1);
    update(resource, 50, 4, 0, 2, "L1", null, 1 << ProbeType.DEVICE);
    SlotEntry slot = only();
    assertThat(slot.bytes()).isEqualTo(50);
    assertThat(slot.place().extentBytes()).isEqualTo(8);
    assertThat(slot.place().address()).isEqualTo(4096);
    assertThat(slot.place().device()).isEqualTo(1);
    assertThat(slot.place().space()).isEqualTo("DRAM");
  }

  @Test
  void aDeviceThatCannotBeRecordedTakesAwayTheOld() throws Exception {
    WithField resource = open(100, 1);
    update(resource, KEPT, KEPT, KEPT, 70_000, null, null, 0);
    assertThat(only().place().hasDevice()).isFalse();
    assertThat(only().place().hasAddress()).isFalse();
    assertThat(device(1).liveBytes()).isZero();
    TestProbe.close(resource, probe.placed);
    assertThat(device(1)).isEqualTo(new DeviceEntry(1, "DRAM", 0, 100, 1, 1, 100, 100));
  }

  @Test
  void nothingIsOpenedByIt() throws Exception {
    WithField closed = open(100, 1);
    TestProbe.close(closed, probe.placed);
    for (Object resource : List.of(closed, new WithField(), new Object())) {
      assertThat(Hooks.isOpen(resource)).isFalse();
      resize(resource, 5);
    }
    assertThat(probe.slots()).isEmpty();
    assertThat(probe.sum(tally -> tally.opened())).isEqualTo(1);
    assertThat(probe.sum(tally -> tally.openings().bytes())).isEqualTo(100);
  }

  @Test
  void whatTheRuleLeavesOutIsNotUpdatedByIt() throws Exception {
    int leavesOut =
        probe.rules.add(
            new ProbeType(
                "all but these",
                "all but these",
                0,
                0,
                true,
                null,
                ProbeType.LIMIT_NOT_SAID,
                false,
                false,
                new String[0],
                List.of(WithField.class.getName())));
    WithField resource = probe.open(probe.plain, 10);
    long kept = KEPT;
    Hooks.updated(resource, leavesOut, 20, kept, kept, 0, null, null, null, 0);
    assertThat(only().bytes()).isEqualTo(10);
    Hooks.updated(resource, probe.plain, 20, kept, kept, 0, null, null, null, 0);
    assertThat(only().bytes()).isEqualTo(20);
  }

  @Test
  void theHistoryShowsWhatWasOpenAtAnyTime() throws Exception {
    WithField resource = open(100, 1);
    resize(resource, 100);
    resize(resource, 300);
    TestProbe.close(resource, probe.placed);
    assertThat(probe.image().events())
        .filteredOn(event -> event.space() != null && event.space().equals("DRAM"))
        .extracting(event -> event.kind() + " " + event.bytes())
        .containsExactly("OPEN 100", "CLOSE 100", "OPEN 300", "CLOSE 300");
    assertThat(probe.image().events())
        .extracting(EventEntry::kind)
        .filteredOn(kind -> kind == EventEntry.Kind.RECLAIMED)
        .isEmpty();
  }

  @Test
  void aViewThatIsResizedCountsInNoTotal() throws Exception {
    WithField view = new WithField();
    probe.keep(view);
    Hooks.opened(view, probe.placed, 50, 0, 0, 1, "DRAM", null, false, false, null, null);
    resize(view, 80);
    assertThat(only().bytes()).isEqualTo(80);
    assertThat(only().place().alias()).isTrue();
    assertThat(probe.sum(tally -> tally.openings().bytes())).isZero();
    assertThat(probe.image().devices()).isEmpty();
  }

  @Test
  void theLabelThatIsKeptBeyondTheCloseIsTheLast() throws Exception {
    int watched =
        probe.rules.add(
            new ProbeType(
                "watched",
                "watched",
                0,
                SlotLayout.FLAG_HAS_DEVICE,
                false,
                null,
                ProbeType.LIMIT_NOT_SAID,
                true,
                false,
                new String[] {"", "", "", "", "", "", "", "", "label"},
                List.of()));
    WithField resource = new WithField();
    Hooks.opened(resource, watched, 1, 0, 0, 0, null, null, true, false, "first", null);
    Hooks.updated(resource, watched, 1, KEPT, KEPT, 0, null, null, "jdbc:x:u/p@h", 0);
    assertThat(only().label()).isEqualTo("jdbc:x:***@h");
    TestProbe.close(resource, watched);
    TestProbe.close(resource, watched);
    assertThat(probe.image().misuse())
        .extracting(misuse -> misuse.label())
        .containsExactly("jdbc:x:***@h");
  }
}
