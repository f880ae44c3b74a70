package io.ttalloc.ledger.record;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Ranges of source lines, ascending; written as {@code 12,14-20} in a ledger. Immutable. */
public record LineRanges(List<Range> ranges) {
  /** The maximum number of ranges. */
  public static final int MAX_RANGES = 20;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

  /** Lines from the first to the last, both inclusive. */
  public record Range(int first, int last) {
    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  public LineRanges {
    ranges = List.copyOf(ranges);
  }

  /** The ranges that the given lines form, but at most the first {@link #MAX_RANGES} of them. */
  public static LineRanges of(BitSet lines) {
    List<Range> ranges = new ArrayList<>();
    for (int first = lines.nextSetBit(0); first >= 0 && ranges.size() < MAX_RANGES; ) {
      int last = lines.nextClearBit(first) - 1;
      ranges.add(new Range(first, last));
      first = lines.nextSetBit(last + 1);
    }
    return new LineRanges(ranges);
  }

  /** Parses {@code 12,14-20}; skips everything that is not a range. */
  public static LineRanges parse(String text) {
    List<Range> ranges = new ArrayList<>();
    for (Matcher range = RANGE.matcher(text); range.find(); ) {
      int first = Integer.parseInt(range.group(1));
      ranges.add(
          new Range(first, range.group(2) == null ? first : Integer.parseInt(range.group(2))));
    }
    return new LineRanges(ranges);
  }

  /** Whether a line is in one of the ranges. */
  public boolean contains(int line) {
    return ranges.stream().anyMatch(range -> range.first <= line && line <= range.last);
  }

  @Override
  public String toString() {
    return ranges.stream().map(Range::toString).collect(Collectors.joining(","));
  }
}
