package io.ttalloc.ledger.watch;

import io.ttalloc.ledger.read.EventEntry;
import java.util.List;

/**
 * What a process has recorded since the reading before. Immutable.
 *
 * @param latest the last of the events, by time
 * @param count how many events there were; events that threads wrote at the same time, or of which
 *     the ring holds no more, may be missing
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
