package io.ttalloc.points;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Failed runs, grouped by the first problem that each of them had. */
final class Failures {
  private static final int MAX_SHOWN = 30;
  private static final int MAX_PROBLEMS = 4;

  /** Runs with the same first problem: the first such run, and their number. */
  private static final class Alike {
    final String run;
    final List<String> problems;
    int count;

    Alike(String run, List<String> problems) {
      this.run = run;
      this.problems = problems;
    }
  }

  private final Map<String, Alike> byProblem = new LinkedHashMap<>();
  private int count;

  void add(String run, List<String> problems) {
    count++;
    byProblem.computeIfAbsent(problems.get(0), first -> new Alike(run, problems)).count++;
  }

  int count() {
    return count;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (Alike alike : byProblem.values()) {
      if (shown++ == MAX_SHOWN) {
        text.append("\n  and ").append(byProblem.size() - MAX_SHOWN).append(" other kinds");
        break;
      }
      text.append("\n  ").append(alike.run);
      if (alike.count > 1) {
        text.append("\n    and ").append(alike.count - 1).append(" more like it");
      }
      alike.problems.stream()
          .limit(MAX_PROBLEMS)
          .forEach(problem -> text.append("\n    - ").append(problem));
    }
    return text.toString();
  }
}
