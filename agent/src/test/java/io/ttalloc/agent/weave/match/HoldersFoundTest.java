package io.ttalloc.agent.weave.match;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.check.RuleMatches;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests that classes are recorded as holders by path, and are woven only by rules that require
 * woven code.
 */
class HoldersFoundTest {
  private static final String RULES =
      """
      - {class: java.util.ArrayDeque, holder: by-path, freed-by: clear()}
      - {class: java.util.ArrayDeque, holder: by-path, type: queue, open: [<init>]}
      - {class: java.util.ArrayDeque, use: [peek]}
      """;

  private final HoldersFound holders = new HoldersFound();
  private final List<String> added = new ArrayList<>();

  private void known(String className, @Nullable String release) {
    added.add(className + " " + release);
  }

  private static Rule rule(int number) {
    String text = "schema: tt-alloc-rules/1\nrules:\n" + RULES;
    return ((RuleFile.Accepted) RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND)))
        .pack()
        .rules()
        .get(number);
  }

  private List<Rule> among(Class<?> type, Rule... rules) {
    String name = type.getName().replace('.', '/');
    byte[] classFile = requireNonNull(RuleMatches.classFile(null, type.getName()));
    return holders.among(List.of(rules), name, classFile);
  }

  @Test
  void aClassThatIsOnlyAHolderIsReportedAndNotWoven() {
    holders.reportTo(this::known);

    assertThat(among(ArrayDeque.class, rule(0))).isEmpty();

    assertThat(added).containsExactly("java.util.ArrayDeque clear()");
  }

  @Test
  void whatOtherRulesSayIsWoven() {
    Rule used = rule(2);
    Rule opened = rule(1);
    holders.reportTo(this::known);

    assertThat(among(ArrayDeque.class, rule(0), used)).containsExactly(used);
    assertThat(among(ArrayDeque.class, opened)).containsExactly(opened);

    assertThat(added).containsExactly("java.util.ArrayDeque clear()", "java.util.ArrayDeque null");
  }

  @Test
  void aClassLoadedBeforeTrackingIsReportedWhenItStarts() {
    assertThat(among(ArrayDeque.class, rule(0))).isEmpty();
    assertThat(added).isEmpty();

    holders.reportTo(this::known);

    assertThat(added).containsExactly("java.util.ArrayDeque clear()");
  }

  @Test
  void whatHasNoObjectsIsNotReported() {
    holders.reportTo(this::known);

    assertThat(among(Queue.class, rule(0))).isEmpty();
    assertThat(among(AbstractQueue.class, rule(0))).isEmpty();

    assertThat(added).isEmpty();
  }
}
