package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.read.EventEntry;
import java.util.List;

/**
 * The events that a process has recorded since the previous reading. Immutable.
 *
 * @param latest the last of the events, by time
 * @param count the number of events; events that threads wrote at the same time, or that the ring
 *     no longer holds, may be missing
 */
public record RecentEvents(List<RecentEvent> latest, long count) {
  public RecentEvents {
    latest = List.copyOf(latest);
  }

  /** Nothing happened. */
  public static final RecentEvents NONE = new RecentEvents(List.of(), 0);

  /**
   * One event.
   *
   * @param type what was opened or closed, as its rule calls it
   * @param onDevice whether it lies on a device: memory of its own if the event has a space, else a
   *     view of memory that something else owns
   */
  public record RecentEvent(EventEntry event, String type, boolean onDevice) {}
}
