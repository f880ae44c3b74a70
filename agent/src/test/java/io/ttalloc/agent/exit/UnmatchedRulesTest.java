package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lines about rules whose classes do not exist. */
class UnmatchedRulesTest {
  private static final String ONE =
      "  - {class: com.acme.C%d, type: thing, open: [<init>], close: [close]}\n";

  @AfterEach
  void listenNoMore() {
    Console.copyTo(null);
  }

  private static List<Rule> rules(int count) {
    StringBuilder yaml = new StringBuilder("schema: tt-alloc-rules/1\nrules:\n");
    for (int i = 0; i < count; i++) {
      yaml.append(ONE.formatted(i));
    }
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", yaml.toString(), RuleFile.KIND));
    assertThat(file.problems()).isEmpty();
    return ((RuleFile.Accepted) file).pack().rules();
  }

  private static List<String> linesOf(int count) {
    List<Rule> rules = rules(count);
    MatchedRules matched =
        new MatchedRules() {
          @Override
          public List<Rule> unmatched() {
            return rules;
          }

          @Override
          public List<String> notWoven() {
            return List.of();
          }

          @Override
          public void giveUpUnseen() {}

          @Override
          public void saveWoven() {}

          @Override
          public List<ClassPattern> untracked() {
            return List.of();
          }
        };
    List<String> all = new ArrayList<>();
    // The console stops copying when the list is full, so this list always claims to be empty.
    Console.copyTo(
        new AbstractList<>() {
          @Override
          public boolean add(String line) {
            return all.add(line);
          }

          @Override
          public String get(int index) {
            return all.get(index);
          }

          @Override
          public int size() {
            return 0;
          }
        });
    UnmatchedRules.report(matched, Options.parse("rules=rules.yaml", Map.of()));
    return all;
  }

  @Test
  void eachOfFewIsReported() {
    assertThat(linesOf(50))
        .hasSize(50)
        .allSatisfy(line -> assertThat(line).contains(": class 'com.acme.C", "' was not loaded "));
  }

  @Test
  void ofManyTheFirstAreReported() {
    assertThat(linesOf(52))
        .hasSize(51)
        .endsWith("further rules name classes that were not found; these rules tracked nothing");
  }
}
