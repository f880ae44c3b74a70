package io.ttalloc.viewer.history;

import io.ttalloc.viewer.history.PlacedBuffer.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves through the time of a ledger and knows which buffers are where at each moment. Not
 * thread-safe.
 *
 * <p>There may be several buffers at one place: consecutive sessions of a device begin at the same
 * addresses. Since the viewer has one row for each place, the newest buffer hides the others.
 */
public final class BufferSweep {
  private final List<PlacedBuffer> byOpening;
  private final List<PlacedBuffer> byClose = new ArrayList<>();
  private final Map<Place, PlacedBuffer> open = new LinkedHashMap<>();
  private final Set<PlacedBuffer> circular = new LinkedHashSet<>();
  private int nextOpened;
  private int nextClosed;
  private long hidden;

  /** Creates a sweep from the beginning; the buffers are in the order of opening. */
  public BufferSweep(List<PlacedBuffer> buffers) {
    byOpening = buffers;
    for (PlacedBuffer buffer : buffers) {
      buffer.below = null;
      if (!buffer.isOpen()) {
        byClose.add(buffer);
      }
    }
    byClose.sort(Comparator.comparingLong(PlacedBuffer::closedNanos));
  }

  /** Advances to a time that is not before the previous one. */
  public void advanceTo(long nanos) {
    while (nextClosed < byClose.size() && byClose.get(nextClosed).closedNanos() <= nanos) {
      remove(byClose.get(nextClosed));
      nextClosed++;
    }
    while (nextOpened < byOpening.size() && byOpening.get(nextOpened).openedNanos() <= nanos) {
      PlacedBuffer buffer = byOpening.get(nextOpened);
      nextOpened++;
      if (buffer.isOpenAt(nanos)) {
        add(buffer);
      }
    }
  }

  private void add(PlacedBuffer buffer) {
    if (buffer.isCircular()) {
      circular.add(buffer);
      return;
    }
    buffer.below = open.put(buffer.place(), buffer);
    if (buffer.below != null) {
      hidden++;
    }
  }

  /** Removes a buffer; does nothing if it was closed before the sweep saw it. */
  private void remove(PlacedBuffer buffer) {
    if (buffer.isCircular()) {
      circular.remove(buffer);
      return;
    }
    PlacedBuffer above = null;
    PlacedBuffer at = open.get(buffer.place());
    while (at != null && at != buffer) {
      above = at;
      at = at.below;
    }
    if (at == null) {
      return;
    }
    if (above != null) {
      above.below = buffer.below;
    } else if (buffer.below != null) {
      open.put(buffer.place(), buffer.below);
    } else {
      open.remove(buffer.place());
    }
    if (above != null || buffer.below != null) {
      hidden--;
    }
    buffer.below = null;
  }

  /** The buffers that are open now, one for each place, without circular buffers. */
  public Collection<PlacedBuffer> open() {
    return open.values();
  }

  /** The circular buffers that are placed now, in the order in which they were placed. */
  public Collection<PlacedBuffer> circular() {
    return circular;
  }

  /** The number of open buffers that are hidden by another one at the same place. */
  public long hidden() {
    return hidden;
  }
}
