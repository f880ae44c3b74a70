package io.ttalloc.analysis.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * What lies where in one place, in addresses per bank.
 *
 * @param regions all of them
 * @param bytes over all banks, each region once
 * @param spans ascending; between them is nothing that is tracked
 * @param coarse whether there are so many regions that a span stands for several of them
 */
public record Bank(Place place, long regions, long bytes, List<Span> spans, boolean coarse) {
  /** More spans than a screen can show. */
  static final int MAX_SPANS = 400;

  /**
   * A region, or what lies between two addresses.
   *
   * @param start first byte per bank
   * @param extent bytes per bank, gaps included if it stands for several regions
   * @param usedExtent of these, what regions take
   * @param bytes over all banks
   * @param tallies ids of those that opened it, or the largest in it; more than one share it
   */
  public record Span(
      long start, long extent, long usedExtent, long bytes, long regions, List<Integer> tallies) {}

  /** The regions of a place, which have been folded. */
  static Bank of(Regions regions) {
    int count = regions.folded();
    List<Span> spans = count <= MAX_SPANS ? each(regions) : cells(regions);
    return new Bank(
        regions.place(),
        count,
        regions.liveBytes() - regions.looseBytes(),
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
        used += regions.extent(i);
        bytes += regions.bytes(i);
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
