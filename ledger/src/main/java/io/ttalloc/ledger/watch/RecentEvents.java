package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.read.EventEntry;
import java.util.List;

/**
 * The events that a process has recorded since the previous reading. Immutable.
 *
 * @param latest the latest of the events, ordered by time
 * @param count the number of events; may be too low if threads wrote events at the same time, or if
 *     the ring no longer holds all of them
 */
public record RecentEvents(List<RecentEvent> latest, long count) {
  public RecentEvents {
    latest = List.copyOf(latest);
  }

  /** No events. */
  public static final RecentEvents NONE = new RecentEvents(List.of(), 0);

  /**
   * One event.
   *
   * @param type the type of the resource that was opened or closed, by its name in the rule
   * @param onDevice whether the resource is on a device. If the event has a space, the resource
   *     owns memory there; otherwise it is a view of memory that something else owns
   */
  public record RecentEvent(EventEntry event, String type, boolean onDevice) {}
}
