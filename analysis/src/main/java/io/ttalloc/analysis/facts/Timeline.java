package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.memory.DeviceRow;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.DeviceEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of the open resources over time, from the start of the ledger to its reading, in cells
 * of equal length.
 *
 * @param endNanos the end of the last cell; the first cell begins at 0, the ledger's clock base
 * @param completeSinceNanos the time before which only resources that are still open are counted,
 *     because older events were overwritten; 0 if no event was overwritten
 * @param series the largest series, in the order of device and space
 * @param omittedSeries the number of smaller series that are omitted
 */
public record Timeline(
    long endNanos, long completeSinceNanos, List<Series> series, int omittedSeries) {

  /**
   * The series of one space of one device.
   *
   * @param maxBytes the maximum sum of the handles' bytes in each cell
   */
  public record Series(int device, String space, List<Long> maxBytes) {}

  /**
   * Builds a {@link Timeline} backwards: starts from the exact running totals and undoes one event
   * after another. Before the oldest event that is still in the ring, it counts only resources that
   * are still open, from their opening time. Not thread-safe.
   */
  public static final class Builder {
    /** The number of cells; a screen cannot show more. */
    static final int CELLS = 400;

    private static final int MAX_SERIES = 64;

    private static final class Line {
      private final long[] most = new long[CELLS];
      private final long[] survivors = new long[CELLS];
      private long level;
      private int cell = CELLS - 1;

      /**
       * Fills the cells from the current one back to an earlier one with the current level, which
       * did not change in this period.
       */
      void fillDownTo(int earlier) {
        while (cell > earlier) {
          most[cell] = Math.max(most[cell], level);
          cell--;
        }
        most[cell] = Math.max(most[cell], level);
      }

      void forgetBefore(int complete) {
        long sum = 0;
        for (int i = 0; i < complete; i++) {
          sum += survivors[i];
          most[i] = sum;
        }
      }

      long peak() {
        return Arrays.stream(most).max().orElse(0);
      }
    }

    private final LedgerImage image;
    private final long endNanos;
    private final long sinceNanos;
    private final Map<DeviceRow.Key, Line> lines = new TreeMap<>();
    private DeviceRow.@Nullable Key lastKey;
    private @Nullable Line lastLine;

    public Builder(LedgerImage image) {
      this.image = image;
      sinceNanos = image.eventsSinceNanos();
      long end = Math.max(1, image.process().clock().lastSeenNanos());
      for (EventEntry event : image.events()) {
        end = Math.max(end, event.atNanos());
      }
      endNanos = end;
    }

    /** Adds a resource that is still open; needed only if older events were overwritten. */
    public void add(SlotEntry slot) {
      SlotEntry.Place place = slot.place();
      String space = place.space();
      boolean counted = place.hasDevice() && place.device() >= 0 && !place.alias();
      boolean open = slot.state() != SlotState.CLOSED_OWNER;
      if (sinceNanos == 0 || space == null || !counted || !open) {
        return;
      }
      line(place.device(), space).survivors[cellOf(slot.opened().nanos())] += slot.bytes();
    }

    /** Returns the timeline; call it once, after all slots have been added. */
    public Timeline build() {
      for (DeviceEntry entry : image.devices()) {
        if (entry.device() >= 0) {
          line(entry.device(), entry.space()).level = entry.liveBytes();
        }
      }
      List<EventEntry> events = image.events();
      for (int i = events.size() - 1; i >= 0; i--) {
        EventEntry event = events.get(i);
        String space = event.space();
        if (event.device() >= 0 && space != null && event.atNanos() >= sinceNanos) {
          undo(event, line(event.device(), space));
        }
      }
      int complete = sinceNanos == 0 ? 0 : cellOf(sinceNanos);
      for (Line line : lines.values()) {
        line.fillDownTo(0);
        line.forgetBefore(complete);
      }
      return new Timeline(endNanos, sinceNanos, series(), Math.max(0, lines.size() - MAX_SERIES));
    }

    private void undo(EventEntry event, Line line) {
      line.fillDownTo(cellOf(event.atNanos()));
      long change =
          switch (event.kind()) {
            case OPEN -> event.bytes();
            case CLOSE, RECLAIMED -> -event.bytes();
            // A resource that was collected unclosed still takes up its memory.
            case COLLECTED -> 0;
          };
      line.level = Math.max(0, line.level - change);
      line.fillDownTo(line.cell);
    }

    private List<Series> series() {
      List<Map.Entry<DeviceRow.Key, Line>> largest = new ArrayList<>(lines.entrySet());
      largest.sort(Comparator.comparingLong(e -> -e.getValue().peak()));
      List<Map.Entry<DeviceRow.Key, Line>> kept =
          new ArrayList<>(largest.subList(0, Math.min(MAX_SERIES, largest.size())));
      kept.sort(Map.Entry.comparingByKey());
      List<Series> series = new ArrayList<>();
      for (Map.Entry<DeviceRow.Key, Line> entry : kept) {
        List<Long> most = Arrays.stream(entry.getValue().most).boxed().toList();
        series.add(new Series(entry.getKey().device(), entry.getKey().space(), most));
      }
      return series;
    }

    private Line line(int device, String space) {
      DeviceRow.Key last = lastKey;
      Line line = lastLine;
      if (last != null && line != null && last.device() == device && last.space().equals(space)) {
        return line;
      }
      DeviceRow.Key key = new DeviceRow.Key(device, space);
      line = lines.computeIfAbsent(key, k -> new Line());
      lastKey = key;
      lastLine = line;
      return line;
    }

    private int cellOf(long nanos) {
      double part = (double) Math.max(0, nanos) / endNanos;
      return Math.min(CELLS - 1, (int) (part * CELLS));
    }
  }
}
