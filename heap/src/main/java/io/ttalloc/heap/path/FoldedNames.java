package io.ttalloc.heap.path;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names of threads, where those that differ only in numbers are one: {@code pool-1-thread-*}. */
final class FoldedNames {
  private static final String ANY = "*";

  /** Between a number and what is none. */
  private static final String BORDER = "(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)";

  private final int most;
  private final Map<String, String[]> parts = new LinkedHashMap<>();

  /** Keeps so many different names, the first ones. */
  FoldedNames(int most) {
    this.most = most;
  }

  void add(String name) {
    String folded = name.replaceAll("\\d+", ANY);
    String[] own = name.split(BORDER, -1);
    String[] known = parts.get(folded);
    if (known == null) {
      if (parts.size() < most) {
        parts.put(folded, own);
      }
      return;
    }
    for (int i = 0; i < Math.min(known.length, own.length); i++) {
      known[i] = known[i].equals(own[i]) ? known[i] : ANY;
    }
  }

  List<String> toList() {
    List<String> names = new ArrayList<>();
    parts.values().forEach(known -> names.add(String.join("", known)));
    return names;
  }
}
