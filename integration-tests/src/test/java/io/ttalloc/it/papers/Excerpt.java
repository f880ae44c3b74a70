package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.fail;

import io.ttalloc.it.jvm.Repository;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares an excerpt of a program's output in a paper with the real output. Process ids, times,
 * line numbers and other numbers that vary are treated as equal. A {@code [...]} within a line
 * stands for any text; on a line by itself, for any number of lines.
 */
final class Excerpt {
  private static final String CUT = "[...]";

  private Excerpt() {}

  /** Asserts that the excerpt is the whole output, except for the parts cut by {@code [...]}. */
  static void assertIsAll(List<String> shown, String said) {
    if (!pattern(shown).matcher(withoutWhatVaries(said)).matches()) {
      fail(difference(shown, said));
    }
  }

  /** Asserts that the excerpt occurs somewhere in the output. */
  static void assertIsIn(List<String> shown, String said) {
    if (!pattern(shown).matcher(withoutWhatVaries(said)).find()) {
      fail(difference(shown, said));
    }
  }

  private static String difference(List<String> shown, String said) {
    int matched = shown.size() - 1;
    while (matched > 0
        && !pattern(shown.subList(0, matched)).matcher(withoutWhatVaries(said)).find()) {
      matched--;
    }
    return "a run does not say '%s' there; it says:%n%s".formatted(shown.get(matched), said);
  }

  private static Pattern pattern(List<String> shown) {
    StringBuilder regex = new StringBuilder("(?m)^");
    for (String line : shown) {
      regex.append(line.strip().equals(CUT) ? "(?:.*\n)*?" : line(withoutWhatVaries(line)) + "\n");
    }
    return Pattern.compile(regex.toString());
  }

  private static String line(String line) {
    return Stream.of(line.split(Pattern.quote(CUT), -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }

  private static String withoutWhatVaries(String text) {
    return text.replace(Repository.launcher(), "./tt-alloc")
        .replaceAll("\\bpid \\d+", "pid N")
        .replaceAll("\\[PID \\d+]", "[PID N]")
        .replaceAll("\\bdump \\d+", "dump N")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "INSTANT")
        .replaceAll("#\\d+\\.\\d+", "#SLOT")
        .replaceAll("\\b[\\d.]+ (ns|us|ms|s|min)\\b( \\d+ s)?", "TIME")
        .replaceAll("(?m)^(  run \\d+ +[0-9,]+ B;) +[0-9,]+ B$", "$1 RESIDENT")
        .replaceAll("\\.java:\\d+", ".java:N");
  }
}
