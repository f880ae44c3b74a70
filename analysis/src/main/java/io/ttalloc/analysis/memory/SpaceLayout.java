package io.ttalloc.analysis.memory;

import io.ttalloc.ledger.read.SaturatedSum;
import java.util.ArrayList;
import java.util.List;

/**
 * The layout of one device space, in addresses per bank.
 *
 * @param regions the number of regions
 * @param bytes the bytes over all banks, counting each region once
 * @param spans the spans in ascending order of their addresses; no tracked memory lies between them
 * @param coarse whether there are so many regions that a span may cover several of them
 */
public record SpaceLayout(
    DeviceSpace deviceSpace, long regions, long bytes, List<Span> spans, boolean coarse) {
  /** The maximum number of spans. */
  static final int MAX_SPANS = 400;

  /**
   * A range of addresses that covers one region, or several regions and the gaps between them.
   *
   * @param start the first byte, per bank
   * @param extent the bytes per bank, including the gaps between several regions
   * @param usedExtent the bytes per bank that the regions take up
   * @param bytes the bytes over all banks
   * @param tallies the ids of the tallies that opened the region, or the largest of several regions
   */
  public record Span(
      long start, long extent, long usedExtent, long bytes, long regions, List<Integer> tallies) {}

  /** Returns the layout of regions that have been folded. */
  static SpaceLayout of(Regions regions) {
    int count = regions.folded();
    List<Span> spans = count <= MAX_SPANS ? each(regions) : cells(regions);
    return new SpaceLayout(
        regions.deviceSpace(),
        count,
        regions.liveBytes() - regions.unaddressedBytes(),
        spans,
        count > MAX_SPANS);
  }

  private static List<Span> each(Regions regions) {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < regions.folded(); i++) {
      long extent = regions.extent(i);
      long bytes = regions.bytes(i);
      spans.add(new Span(regions.start(i), extent, extent, bytes, 1, regions.tallies(i)));
    }
    return spans;
  }

  private static List<Span> cells(Regions regions) {
    int last = regions.folded() - 1;
    long low = regions.start(0);
    double width = (double) (regions.start(last) - low + regions.extent(last)) / MAX_SPANS;
    List<Span> spans = new ArrayList<>();
    int i = 0;
    while (i <= last) {
      int cell = (int) ((regions.start(i) - low) / width);
      int first = i;
      int largest = i;
      long used = 0;
      long bytes = 0;
      while (i <= last && (int) ((regions.start(i) - low) / width) == cell) {
        used = SaturatedSum.of(used, regions.extent(i));
        bytes = SaturatedSum.of(bytes, regions.bytes(i));
        largest = regions.bytes(i) > regions.bytes(largest) ? i : largest;
        i++;
      }
      long start = regions.start(first);
      long extent = regions.start(i - 1) + regions.extent(i - 1) - start;
      spans.add(new Span(start, extent, used, bytes, i - first, regions.tallies(largest)));
    }
    return spans;
  }
}
