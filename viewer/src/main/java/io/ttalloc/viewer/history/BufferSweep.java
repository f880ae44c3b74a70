package io.ttalloc.viewer.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Advances through the time covered by a ledger, and tracks which buffers are where at each moment.
 * Not thread-safe.
 *
 * <p>The viewer has one row for each address of a session. If several buffers are at the same
 * address, which is a double allocation, the newest hides the others. Circular buffers may share
 * addresses. In this case, the largest one represents all the circular buffers at an address, so
 * that the rows add up to the memory that the circular buffers occupy.
 */
public final class BufferSweep {
  /**
   * The place of a row. The methods {@code equals} and {@code hashCode} are written by hand for the
   * same reason as in {@link PlacedBuffer.Place}.
   */
  private record Row(PlacedBuffer.Place place, int rank, boolean circular) {
    static Row of(PlacedBuffer buffer) {
      return new Row(buffer.place(), buffer.rank(), buffer.isCircular());
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Row that
          && that.rank == rank
          && that.circular == circular
          && that.place.equals(place);
    }

    @Override
    public int hashCode() {
      return (place.hashCode() * 31 + rank) * 2 + (circular ? 1 : 0);
    }
  }

  private final List<PlacedBuffer> byOpening;
  private final List<PlacedBuffer> byClose = new ArrayList<>();
  private final Map<Row, PlacedBuffer> open = new LinkedHashMap<>();
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

  /** Advances to a time, which must not be before the previous one. */
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
    Row row = Row.of(buffer);
    PlacedBuffer at = open.get(row);
    if (buffer.isCircular()) {
      circular.add(buffer);
    } else if (at != null) {
      hidden++;
    }
    PlacedBuffer above = null;
    while (buffer.isCircular() && at != null && at.bytes() > buffer.bytes()) {
      above = at;
      at = at.below;
    }
    buffer.below = at;
    if (above == null) {
      open.put(row, buffer);
    } else {
      above.below = buffer;
    }
  }

  /** Removes a buffer; does nothing if it was closed before the sweep added it. */
  private void remove(PlacedBuffer buffer) {
    circular.remove(buffer);
    Row row = Row.of(buffer);
    PlacedBuffer above = null;
    PlacedBuffer at = open.get(row);
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
      open.put(row, buffer.below);
    } else {
      open.remove(row);
    }
    if (!buffer.isCircular() && (above != null || buffer.below != null)) {
      hidden--;
    }
    buffer.below = null;
  }

  /** The buffers that are open now, one for each row. */
  public Collection<PlacedBuffer> open() {
    return open.values();
  }

  /** The circular buffers that are open now, in the order in which they were opened. */
  public Collection<PlacedBuffer> circular() {
    return circular;
  }

  /**
   * The number of open buffers that are hidden by another buffer at the same address, not counting
   * circular buffers.
   */
  public long hidden() {
    return hidden;
  }
}
