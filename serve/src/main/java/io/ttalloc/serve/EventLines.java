package io.ttalloc.serve;

import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.ProcessEvents;
import java.util.function.Consumer;

/**
 * Prints what processes with a ledger opened and closed, on devices in the lines that TT-Metal's
 * own allocation server prints. Not thread-safe.
 */
final class EventLines {
  private final Consumer<String> out;

  EventLines(Consumer<String> out) {
    this.out = out;
  }

  void print(ProcessEvents events) {
    String who = "[PID " + events.pid() + "] ";
    if (events.more() > 0) {
      out.accept("  " + who + Numbers.grouped(events.more()) + " events are not shown");
    }
    for (RecentEvent event : events.latest()) {
      out.accept(line(event.event(), VisibleText.of(event.type()), who));
    }
  }

  private static String line(EventEntry event, String type, String who) {
    return switch (event.kind()) {
      case OPEN -> "✓ " + who + opened(event, type);
      case CLOSE -> "✗ " + who + closed(event, type);
      case RECLAIMED -> "⚠ " + who + "Reclaimed: " + closed(event, type);
      case COLLECTED -> "⚠ " + who + "Collected but never closed: " + type + size(event);
    };
  }

  private static String opened(EventEntry event, String type) {
    return event.space() == null
        ? "Opened " + type + size(event)
        : "Allocated %d bytes of %s on device %d (buffer_id=%s)"
            .formatted(event.bytes(), VisibleText.of(event.space()), event.device(), id(event));
  }

  private static String closed(EventEntry event, String type) {
    return event.space() == null
        ? "Closed " + type + size(event)
        : "Freed buffer %s on device %d (%d bytes, FINAL)"
            .formatted(id(event), event.device(), event.bytes());
  }

  private static String id(EventEntry event) {
    return Long.toUnsignedString(event.address());
  }

  private static String size(EventEntry event) {
    return event.bytes() == 0 ? "" : ", " + Numbers.bytes(event.bytes());
  }
}
