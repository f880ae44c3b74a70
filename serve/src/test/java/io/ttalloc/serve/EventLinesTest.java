package io.ttalloc.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.EventEntry.Kind;
import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import io.ttalloc.watch.ProcessEvents;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLinesTest {
  private static List<String> lines(long more, RecentEvent... events) {
    List<String> lines = new ArrayList<>();
    new EventLines(lines::add).print(new ProcessEvents(7, List.of(events), more));
    return lines;
  }

  private static RecentEvent event(Kind kind, String space, long bytes, String type) {
    return new RecentEvent(
        new EventEntry(1, kind, 1, 3, space, 0xFFFF_FFFF_0000_0000L, bytes), type, space != null);
  }

  /** The format is fixed, because scripts parse the lines. */
  @Test
  void onADeviceTheyAreTheLinesOfTheOtherServer() {
    assertThat(
            lines(
                0,
                event(Kind.OPEN, "DRAM", 1_024, "buffer"),
                event(Kind.CLOSE, "DRAM", 1_024, "buffer")))
        .containsExactly(
            "✓ [PID 7] Allocated 1024 bytes of DRAM on device 3 (buffer_id=18446744069414584320)",
            "✗ [PID 7] Freed buffer 18446744069414584320 on device 3 (1024 bytes, FINAL)");
  }

  /** A buffer of a whole mesh reserves an address on all of its devices. */
  @Test
  void severalDevicesHaveNoNumber() {
    EventEntry mesh = new EventEntry(1, Kind.OPEN, 1, -1, "DRAM", 4_096, 0);

    assertThat(lines(0, new RecentEvent(mesh, "buffer", true)))
        .containsExactly("✓ [PID 7] Allocated 0 bytes of DRAM on several devices (buffer_id=4096)");
  }

  @Test
  void aViewTakesNoMemory() {
    EventEntry open = new EventEntry(1, Kind.OPEN, 1, 3, null, 4_096, 64);
    EventEntry close = new EventEntry(2, Kind.CLOSE, 1, 3, null, 4_096, 64);

    assertThat(
            lines(0, new RecentEvent(open, "buffer", true), new RecentEvent(close, "buffer", true)))
        .containsExactly(
            "✓ [PID 7] Allocated 64 bytes of a view on device 3 (buffer_id=4096)",
            "✗ [PID 7] Freed buffer 4096 on device 3 (64 bytes, a view)");
  }

  @Test
  void withoutADeviceTheyNameTheType() {
    assertThat(
            lines(
                0,
                event(Kind.OPEN, null, 0, "file"),
                event(Kind.CLOSE, null, 2_048, "file"),
                event(Kind.COLLECTED, null, 2_048, "file"),
                event(Kind.RECLAIMED, null, 0, "file")))
        .containsExactly(
            "✓ [PID 7] Opened file",
            "✗ [PID 7] Closed file, 2,048 B",
            "⚠ [PID 7] Collected but never closed: file, 2,048 B",
            "⚠ [PID 7] Reclaimed: Closed file");
  }

  @Test
  void eventsThatAreNotShownAreCountedBeforeTheOthers() {
    assertThat(lines(12_345, event(Kind.OPEN, null, 0, "file")))
        .containsExactly("  [PID 7] 12,345 events not shown", "✓ [PID 7] Opened file");
  }

  @Test
  void noNameControlsTheTerminal() {
    assertThat(
            lines(
                0,
                event(Kind.OPEN, null, 0, "fi\u001b[2Jle"),
                event(Kind.OPEN, "DR\nAM", 1, "buffer")))
        .containsExactly(
            "✓ [PID 7] Opened fi\\u001b[2Jle",
            "✓ [PID 7] Allocated 1 bytes of DR\\u000aAM on device 3"
                + " (buffer_id=18446744069414584320)");
  }
}
