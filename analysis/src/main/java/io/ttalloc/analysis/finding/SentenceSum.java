package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.wording.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The evidence of several findings as that of one. */
final class SentenceSum {
  /** How many sentences are kept that only some of the findings have. */
  private static final int MOST_OTHERS = 3;

  /** A number of resources: at the start, or in {@code 2 of 3} and {@code refers to 2 of}. */
  private static final Pattern COUNT =
      Pattern.compile(
          "(?:^|(?<=(?<!\\beach )\\bof )|(?<=\\brefers to ))\\d{1,3}(?:,\\d{3})*+(?=\\s)");

  private static final String CLAUSES = "; ";

  private final List<Long> numbers = new ArrayList<>();
  private int findings;

  private SentenceSum() {}

  /**
   * The sentences that all have, with the numbers of resources in them added up, then the most
   * frequent of the others.
   */
  static List<String> reasons(List<List<String>> each) {
    Map<String, SentenceSum> sums = new LinkedHashMap<>();
    for (List<String> sentences : each) {
      for (String sentence : sentences) {
        sums.computeIfAbsent(withoutCounts(sentence), text -> new SentenceSum()).add(sentence);
      }
    }
    List<String> common = new ArrayList<>();
    Map<String, SentenceSum> others = new LinkedHashMap<>();
    sums.forEach(
        (text, sum) -> {
          if (sum.findings >= each.size()) {
            common.add(sum.written(text));
          } else {
            others.put(text, sum);
          }
        });
    others.entrySet().stream()
        .sorted((a, b) -> Integer.compare(b.getValue().findings, a.getValue().findings))
        .limit(MOST_OTHERS)
        .forEach(other -> common.add(other.getValue().ofSome(other.getKey(), each.size())));
    if (others.size() > MOST_OTHERS) {
      int more = others.size() - MOST_OTHERS;
      common.add("and " + Numbers.counted(more, "more reason") + " of single stacks");
    }
    return List.copyOf(common);
  }

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

  private static String withoutCounts(String sentence) {
    return COUNT.matcher(sentence).replaceAll("\0");
  }

  private void add(String sentence) {
    findings++;
    Matcher count = COUNT.matcher(sentence);
    for (int i = 0; count.find(); i++) {
      long number = Long.parseLong(count.group().replace(",", ""));
      if (i < numbers.size()) {
        numbers.set(i, numbers.get(i) + number);
      } else {
        numbers.add(number);
      }
    }
  }

  private String ofSome(String text, int all) {
    return "from "
        + Numbers.grouped(findings)
        + " of "
        + Numbers.grouped(all)
        + " stacks: "
        + written(text);
  }

  private String written(String text) {
    StringBuilder sentence = new StringBuilder();
    int next = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\0' && next < numbers.size()) {
        sentence.append(Numbers.grouped(numbers.get(next++)));
      } else {
        sentence.append(c);
      }
    }
    return sentence.toString();
  }
}
