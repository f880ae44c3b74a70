package io.ttalloc.agent.rules.yaml;

import io.ttalloc.agent.rules.Position;
import io.ttalloc.agent.rules.RuleProblem;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a file, up to a number that a person can read. */
final class Problems {
  private static final int MOST = 50;

  private final List<RuleProblem> list = new ArrayList<>();
  private int count;

  void add(Position position, String found, String expected, String consequence) {
    count++;
    if (list.size() < MOST) {
      list.add(new RuleProblem(position, found, expected, consequence));
    }
  }

  /** How many were added so far, so that a reader sees whether its own part was fine. */
  int count() {
    return count;
  }

  List<RuleProblem> toList(String file) {
    List<RuleProblem> all = new ArrayList<>(list);
    if (count > list.size()) {
      all.add(
          new RuleProblem(
              Position.wholeFile(file),
              (count - list.size()) + " more problems",
              "none",
              "they have the same consequences"));
    }
    return all;
  }
}
