package io.ttalloc.serve;

import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.VisibleText;
import io.ttalloc.watch.ProcessEvents;
import java.util.function.Consumer;

/**
 * Formats the openings and closes in processes with a ledger; the lines for resources on devices
 * have the format of TT-Metal's own allocation server. Not thread-safe.
 */
final class EventLines {
  private final Consumer<String> out;

  EventLines(Consumer<String> out) {
    this.out = out;
  }

  void print(ProcessEvents events) {
    String who = "[PID " + events.pid() + "] ";
    if (events.more() > 0) {
      out.accept("  " + who + Numbers.counted(events.more(), "event") + " not shown");
    }
    for (RecentEvent event : events.latest()) {
      out.accept(line(event, who));
    }
  }

  private static String line(RecentEvent recent, String who) {
    EventEntry event = recent.event();
    String type = VisibleText.of(recent.type());
    return switch (event.kind()) {
      case OPEN -> "✓ " + who + opened(recent, type);
      case CLOSE -> "✗ " + who + closed(recent, type);
      case RECLAIMED -> "⚠ " + who + "Reclaimed: " + closed(recent, type);
      case COLLECTED -> "⚠ " + who + "Collected but never closed: " + type + size(event);
    };
  }

  private static String opened(RecentEvent recent, String type) {
    EventEntry event = recent.event();
    return recent.onDevice()
        ? "Allocated %d bytes of %s on %s (buffer_id=%s)"
            .formatted(event.bytes(), memory(event), device(event), id(event))
        : "Opened " + type + size(event);
  }

  private static String closed(RecentEvent recent, String type) {
    EventEntry event = recent.event();
    return recent.onDevice()
        ? "Freed buffer %s on %s (%d bytes, %s)"
            .formatted(
                id(event), device(event), event.bytes(), event.space() == null ? "a view" : "FINAL")
        : "Closed " + type + size(event);
  }

  /** Returns the space in which the resource uses memory, or a note that it does not use any. */
  private static String memory(EventEntry event) {
    return event.space() == null ? "a view" : VisibleText.of(event.space());
  }

  private static String device(EventEntry event) {
    return event.device() < 0 ? "several devices" : "device " + event.device();
  }

  private static String id(EventEntry event) {
    return Long.toUnsignedString(event.address());
  }

  private static String size(EventEntry event) {
    return event.bytes() == 0 ? "" : ", " + Numbers.bytes(event.bytes());
  }
}
