package io.ttalloc.watch;

import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import java.util.List;

/**
 * The openings and closes of one process since the previous reading. Immutable.
 *
 * @param latest the last of these events, in chronological order
 * @param more the number of events before them
 */
public record ProcessEvents(long pid, List<RecentEvent> latest, long more) {
  public ProcessEvents {
    latest = List.copyOf(latest);
  }
}
