package io.ttalloc.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.Options;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.clause.Contradictions;
import io.ttalloc.rules.packs.CompiledPacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChosenRulesTest {
  @TempDir private Path folder;

  private final List<String> lines = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    Console.copyTo(lines);
  }

  @AfterEach
  void listenNoMore() {
    Console.copyTo(null);
  }

  private Path file(String name, String rules) throws IOException {
    return Files.writeString(folder.resolve(name), "schema: tt-alloc-rules/1\nrules:\n" + rules);
  }

  private static ChosenRules chosen(String options) throws IOException {
    return ChosenRules.of(Options.parse(options, Map.of()));
  }

  private static List<String> types(ChosenRules chosen) {
    return chosen.rules().stream()
        .map(rule -> rule.get(Clauses.TYPE))
        .filter(Objects::nonNull)
        .toList();
  }

  @Test
  void aRuleThatContradictsOneOfAnEarlierFileIsIgnored() throws IOException {
    Path one = file("one.yaml", "- {class: x.A, type: a, open: [<init>], close: [close]}\n");
    Path two =
        file(
            "two.yaml",
            """
            - {class: x.A, type: b, open: [<init>]}
            - {class: x.A, use: [close]}
            - {class: x.B, type: c, open: [<init>]}
            - {class: x.B, type: d, open: [<init>]}
            """);

    ChosenRules chosen = chosen("rules=" + one + ",rules=" + two);

    assertThat(lines)
        .containsExactly(
            two
                + ":6:32: '<init>' opens 'd' here and 'c' in the rule at line 5, expected one type"
                + " for each method that opens, or 'when' in both rules; this rule is ignored",
            two
                + ":3:32: '<init>' opens 'b' here and 'a' in the rule at "
                + one
                + ":3:11, expected one type for each method that opens, or 'when' in both"
                + " rules; this rule is ignored",
            two
                + ":4:22: 'close' is listed under 'use' and, for the same resource, under 'close' in the rule at "
                + one
                + ":3:11, expected only one of the two; this rule is ignored");
    assertThat(types(chosen)).containsExactly("a", "c");
    assertThat(chosen.complete()).isFalse();
  }

  @Test
  void rulesOfATypeOfWhichOneSaysWhoseNumbersItHasContradictEachOther() throws IOException {
    Path one =
        file(
            "one.yaml",
            """
            - {class: x.A, type: a, open: [{method: create, key: result, of: this}]}
            - {class: x.B, type: a, close: [{method: destroy, key: $1, of: $0}]}
            - {class: x.C, type: b, open: [{method: create, key: result}]}
            - {class: x.C, type: a, when: jdk > 900, close: [{method: end, key: $0}]}
            """);
    Path two = file("two.yaml", "- {class: x.D, type: a, close: [{method: destroy, key: $0}]}\n");

    ChosenRules chosen = chosen("rules=" + one + ",rules=" + two);

    assertThat(lines)
        .containsExactly(
            two
                + ":3:42: 'destroy' under 'close' has no 'of', but 'create' under 'open' has 'of' in the"
                + " rule at "
                + one
                + ":3:11, expected 'of' beside each 'key' of the type 'a', or beside none; this rule is"
                + " ignored");
    assertThat(types(chosen)).containsExactly("a", "a", "b", "a");
  }

  @Test
  void theSameFileTwiceContradictsNothing() throws IOException {
    Path one = file("one.yaml", "- {class: x.A, type: a, open: [<init>], close: [close]}\n");

    assertThat(chosen("rules=" + one + ",rules=" + one).complete()).isTrue();
    assertThat(lines).isEmpty();
  }

  @Test
  void theRulesOfFilesComeBehindThoseOfPacksAndMayContradictThem() throws IOException {
    Path own = file("own.yaml", "- {class: java.util.Timer, type: my timer, open: [<init>]}\n");

    ChosenRules chosen = chosen("rules=" + own + ",packs=jdk-threads");

    assertThat(chosen.complete()).isTrue();
    assertThat(types(chosen)).contains("timer").last().isEqualTo("my timer");
    assertThat(lines).isEmpty();
  }

  @Test
  void autoStandsForAllPacks() throws IOException {
    List<String> names = new ArrayList<>(new CompiledPacks(null).names());
    Collections.reverse(names);
    ChosenRules auto = chosen("packs=auto");

    assertThat(positions(auto))
        .hasSizeGreaterThan(200)
        .isEqualTo(positions(chosen("packs=" + String.join(",", names))))
        .isEqualTo(positions(chosen("packs=lucene,packs=auto")));
    assertThat(auto.library()).extracting(Object::toString).contains("org.apache.lucene.**");
    assertThat(lines).isEmpty();
  }

  private static List<String> positions(ChosenRules chosen) {
    return chosen.rules().stream().map(rule -> rule.position().toString()).toList();
  }

  @Test
  void noPackContradictsAnother() throws IOException {
    Contradictions contradictions = new Contradictions();
    for (String pack : new CompiledPacks(null).names()) {
      for (Rule rule : Objects.requireNonNull(new CompiledPacks(null).load(pack)).rules()) {
        assertThat(contradictions.in(rule)).as(pack).isNull();
      }
    }
  }
}
