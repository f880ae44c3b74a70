package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.text.Wording;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.Problems;
import io.ttalloc.text.yaml.YamlMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Turns one entry of a suppression file into a {@link Suppression}. */
final class SuppressionReader {

  /** The keys that are conditions on a finding. */
  private static final List<String> MATCHING =
      List.of("type", "class", "site", "stack", "space", "device", "verdict");

  /** Every key of an entry, in the order of the documentation. */
  static final List<String> KEYS =
      List.of(
          "reason",
          "type",
          "class",
          "site",
          "stack",
          "space",
          "device",
          "verdict",
          "maxCount",
          "maxBytes",
          "expires");

  private static final int MAX_PATTERN = 500;

  private final YamlMapping entry;
  private final Problems problems;

  private SuppressionReader(YamlMapping entry, Problems problems) {
    this.entry = entry;
    this.problems = problems;
  }

  /** Returns the suppression, or null if the entry has problems; adds them to {@code problems}. */
  static @Nullable Suppression read(YamlNode.Entries source, Problems problems) {
    int before = problems.count();
    YamlMapping entry = new YamlMapping(source, "key", KEYS, problems, Problem.ENTRY_IGNORED);
    boolean known = problems.count() == before;
    Suppression read = new SuppressionReader(entry, problems).suppression(source, known);
    return problems.count() == before ? read : null;
  }

  /**
   * Builds the suppression. If {@code known} is false, the entry has an unknown key, which may be a
   * misspelt condition, so the lack of conditions is not reported as a problem.
   */
  private @Nullable Suppression suppression(YamlNode.Entries source, boolean known) {
    String reason = entry.name("reason");
    if (!entry.has("reason")) {
      entry.wrong(
          source.position(),
          "an entry without 'reason'",
          "reason: TEXT, which says why these findings are not leaks");
    }
    int before = problems.count();
    Suppression.Match match =
        new Suppression.Match(
            glob("type"),
            glob("class"),
            glob("site"),
            stack(),
            glob("space"),
            devices(),
            verdicts());
    boolean understood = known && problems.count() == before;
    if (understood && match.asksNothing()) {
      entry.wrong(
          source.position(),
          "an entry that matches everything",
          "at least one of " + String.join(", ", MATCHING));
    }
    Long maxCount = number("maxCount");
    Long maxBytes = number("maxBytes");
    LocalDate expires = expires();
    return reason == null
        ? null
        : new Suppression(source.position(), reason, match, maxCount, maxBytes, expires);
  }

  private @Nullable Glob glob(String key) {
    YamlNode node = entry.node(key);
    return node == null ? null : glob(key, node, "text in which * stands for any characters");
  }

  private @Nullable Glob glob(String key, YamlNode node, String expected) {
    if (node instanceof YamlNode.Text text
        && !text.isNothing()
        && !text.text().isBlank()
        && text.text().length() <= MAX_PATTERN) {
      return new Glob(text.text());
    }
    entry.wrong(key, node, expected);
    return null;
  }

  private @Nullable StackPattern stack() {
    String expected =
        "frames, innermost first: package.Class.method, in which * stands for any characters,"
            + " or ... for any frames";
    List<@Nullable Glob> frames = new ArrayList<>();
    for (YamlNode item : entry.items("stack", expected)) {
      Glob written = glob("stack", item, expected);
      if (written != null) {
        frames.addAll(StackPattern.framesOf(written.pattern()));
      }
    }
    return frames.isEmpty() ? null : new StackPattern(frames);
  }

  private Set<Integer> devices() {
    Set<Integer> devices = new TreeSet<>();
    for (YamlNode item : entry.items("device", "a device number or a list of device numbers")) {
      Long number = number("device", item, Integer.MAX_VALUE);
      if (number != null) {
        devices.add(number.intValue());
      }
    }
    return devices;
  }

  private Set<Verdict> verdicts() {
    Map<String, Verdict> known = new LinkedHashMap<>();
    Verdicts.inOrder().forEach(verdict -> known.put(verdict.name(), verdict));
    List<String> names = List.copyOf(known.keySet());
    Set<Verdict> verdicts = new LinkedHashSet<>();
    for (YamlNode item : entry.items("verdict", "one of " + String.join(", ", names))) {
      String name = item instanceof YamlNode.Text text ? text.text() : "";
      Verdict verdict = known.get(name);
      if (verdict != null) {
        verdicts.add(verdict);
      } else {
        entry.wrong("verdict", item, Wording.oneOf(names, name));
      }
    }
    return verdicts;
  }

  private @Nullable Long number(String key) {
    YamlNode node = entry.node(key);
    return node == null ? null : number(key, node, Long.MAX_VALUE);
  }

  private @Nullable Long number(String key, YamlNode node, long max) {
    String digits = node instanceof YamlNode.Text text ? text.text() : "";
    try {
      long number = digits.startsWith("+") ? -1 : Long.parseLong(digits);
      if (number >= 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Handled below, like any other text that is not a valid number.
    }
    entry.wrong(key, node, "a number from 0 to " + max);
    return null;
  }

  private @Nullable LocalDate expires() {
    YamlNode node = entry.node("expires");
    if (node == null) {
      return null;
    }
    try {
      return LocalDate.parse(node instanceof YamlNode.Text text ? text.text() : "");
    } catch (DateTimeParseException e) {
      entry.wrong(
          "expires", node, "the last day on which the suppression applies, such as 2030-12-31");
      return null;
    }
  }
}
