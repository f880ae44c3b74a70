package io.ttalloc.watch;

import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import java.util.List;

/**
 * What one process opened and closed since the reading before. Immutable.
 *
 * @param latest the last of these events, by time
 * @param more how many there were before them
 */
public record ProcessEvents(long pid, List<RecentEvent> latest, long more) {
  public ProcessEvents {
    latest = List.copyOf(latest);
  }
}
