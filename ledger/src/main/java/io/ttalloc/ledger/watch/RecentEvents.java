package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.read.EventEntry;
import java.util.List;

/**
 * The events that a process has recorded since the previous reading. Immutable.
 *
 * @param latest the last of the events, ordered by time
 * @param count the number of events; may be too low if threads wrote events at the same time, or if
 *     the ring no longer holds all of them
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
   * @param type the name in the rule of what was opened or closed
   * @param onDevice whether it is on a device: if the event has a space, with memory of its own;
   *     otherwise as a view of memory that something else owns
   */
  public record RecentEvent(EventEntry event, String type, boolean onDevice) {}
}
