package io.ttalloc.ledger.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The resources that were open when another process set a mark, as stored in the marks file.
 *
 * @param opened the number of resources ever opened
 * @param tallies the tallies with open resources, the largest first
 * @param complete whether these are all tallies with open resources
 */
public record OpenCounts(long opened, List<OfTally> tallies, boolean complete) {
  /** The maximum number of tallies; the rest are omitted. */
  public static final int MAX_TALLIES = 128;

  private static final Pattern FIELD =
      Pattern.compile("[0-9]{1,18}(;[0-9]{1,9}:[0-9]{1,18}:[0-9]{1,18})*+(;\\+)?");

  /** The open resources of one tally. */
  public record OfTally(int tally, long count, long bytes) {}

  public OpenCounts {
    tallies = List.copyOf(tallies);
  }

  /** Creates counts that keep the largest of the given tallies, {@link #MAX_TALLIES} at most. */
  public static OpenCounts of(long opened, List<OfTally> all) {
    List<OfTally> open = new ArrayList<>(all);
    open.removeIf(tally -> tally.count() <= 0);
    open.sort(Comparator.comparingLong(OfTally::count).reversed().thenComparingInt(OfTally::tally));
    int kept = Math.min(MAX_TALLIES, open.size());
    return new OpenCounts(opened, open.subList(0, kept), kept == open.size());
  }

  /** The text that {@link #parse} reads; contains no spaces. */
  String toField() {
    StringBuilder field = new StringBuilder().append(opened);
    for (OfTally tally : tallies) {
      field.append(';').append(tally.tally()).append(':').append(tally.count());
      field.append(':').append(tally.bytes());
    }
    return field.append(complete ? "" : ";+").toString();
  }

  /** Parses the text of counts; null if it is malformed. */
  public static @Nullable OpenCounts parse(String field) {
    if (field.length() > MAX_TALLIES * 50 || !FIELD.matcher(field).matches()) {
      return null;
    }
    boolean complete = !field.endsWith("+");
    String[] parts = (complete ? field : field.substring(0, field.length() - 2)).split(";", -1);
    List<OfTally> tallies = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      String[] numbers = parts[i].split(":", -1);
      tallies.add(
          new OfTally(
              Integer.parseInt(numbers[0]),
              Long.parseLong(numbers[1]),
              Long.parseLong(numbers[2])));
    }
    return new OpenCounts(Long.parseLong(parts[0]), tallies, complete);
  }
}
