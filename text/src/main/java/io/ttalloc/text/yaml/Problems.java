package io.ttalloc.text.yaml;

import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems with a file. Keeps only a limited number, which a user can still read. */
public final class Problems {
  private static final int MAX_PROBLEMS = 50;

  private final List<Problem> list = new ArrayList<>();
  private int count;

  /** Adds a problem. */
  public void add(Position position, String found, String expected, String consequence) {
    count++;
    if (list.size() < MAX_PROBLEMS) {
      list.add(new Problem(position, found, expected, consequence));
    }
  }

  /**
   * Returns the number of problems added so far. By comparing the counts before and after it reads
   * a part of the file, a reader finds out whether that part has problems.
   */
  public int count() {
    return count;
  }

  /** Returns the problems that were kept; if others were not, a last one states their number. */
  public List<Problem> toList(String file) {
    List<Problem> all = new ArrayList<>(list);
    if (count > list.size()) {
      all.add(
          new Problem(
              Position.wholeFile(file),
              Numbers.counted(count - list.size(), "more problem"),
              "none",
              "everything affected is ignored as well"));
    }
    return all;
  }
}
