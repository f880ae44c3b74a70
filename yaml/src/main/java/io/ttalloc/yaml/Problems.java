package io.ttalloc.yaml;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a file, up to a number that a person can read. */
public final class Problems {
  private static final int MOST = 50;

  private final List<Problem> list = new ArrayList<>();
  private int count;

  /** Adds one. */
  public void add(Position position, String found, String expected, String consequence) {
    count++;
    if (list.size() < MOST) {
      list.add(new Problem(position, found, expected, consequence));
    }
  }

  /** How many were added so far, so that a reader sees whether its own part was fine. */
  public int count() {
    return count;
  }

  /** All of them; the last one counts those that were too many. */
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
