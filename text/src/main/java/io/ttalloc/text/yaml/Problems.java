package io.ttalloc.text.yaml;

import java.util.ArrayList;
import java.util.List;

/** Collects the problems with a file, up to a number that a person can read. */
public final class Problems {
  private static final int MAX_PROBLEMS = 50;

  private final List<Problem> list = new ArrayList<>();
  private int count;

  /** Adds one. */
  public void add(Position position, String found, String expected, String consequence) {
    count++;
    if (list.size() < MAX_PROBLEMS) {
      list.add(new Problem(position, found, expected, consequence));
    }
  }

  /**
   * The number that were added so far; a reader compares two counts to see whether its own part has
   * problems.
   */
  public int count() {
    return count;
  }

  /** All of them; if there are more than can be shown, the last one gives their number. */
  public List<Problem> toList(String file) {
    List<Problem> all = new ArrayList<>(list);
    if (count > list.size()) {
      all.add(
          new Problem(
              Position.wholeFile(file),
              (count - list.size()) + " more problems",
              "none",
              "they have the same consequences"));
    }
    return all;
  }
}
