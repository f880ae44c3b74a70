package io.ttalloc.analysis.finding;

import java.util.List;

/** The advice of several findings as that of one. */
final class SentenceSum {
  private static final String CLAUSES = "; ";

  private SentenceSum() {}

  /** The leading clauses that all texts have; if there are none, the first text. */
  static String commonClauses(List<String> texts) {
    List<String> clauses = List.of(texts.get(0).split(CLAUSES, -1));
    int common = clauses.size();
    for (String text : texts) {
      List<String> other = List.of(text.split(CLAUSES, -1));
      common = Math.min(common, other.size());
      while (!clauses.subList(0, common).equals(other.subList(0, common))) {
        common--;
      }
    }
    return common == 0 ? texts.get(0) : String.join(CLAUSES, clauses.subList(0, common));
  }
}
