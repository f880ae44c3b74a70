package io.ttalloc.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests rules that disagree about {@code of}, the object within which a number is unique. */
class NumberOwnersTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  private static RuleFile parse(String text) {
    return RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      value = {
        "type: t|  open: [{method: f, of: this}]; 5:22; 'of' without 'key'; key: VALUE as well",
        "type: t|  open: [{method: f, resource: result, of: this}]; 5:40; 'of' without 'key'; key:",
        "type: t|  open: [{method: f, key: result, of: 12}]; 5:39; '12' for 'of'; a field, method",
        "type: t|  open: [{method: f, key: result, of: }]; 5:38; nothing for 'of'; a field (name), a"
            + " no-argument method (name()), a chain (device().id()), a parameter ($0, $0.name()),"
            + " this or result",
        "type: t|  close: [{method: f, key: $0, of: result}]; 5:36; 'of' refers to result, which"
            + " does not exist yet when the method begins; a parameter",
        "type: t|  open: [{method: f(), key: result, of: $0}]; 5:41; 'of' refers to $0, which does not exist where the value is read; a parameter or result of f()",
        "type: t|  open: [{method: f, key: result, of: this}]|  close: [{method: g, key: $0}]; 6:20; 'g'"
            + " under 'close' has no 'of', but 'f' under 'open' has 'of'; 'of' beside each 'key' of the"
            + " type 't', or beside none",
        "type: t|  open: [{method: f, key: result}]|  use: [{method: g, key: $0, of: this}]; 6:18; 'g'"
            + " under 'use' has 'of', but 'f' under 'open' has no 'of'; 'of' beside each 'key'",
        "type: t|  open: [{method: f, key: result}]|  adopt: [{method: g, key: $0, of: a.b}]; 6:20; 'g'"
            + " under 'adopt' has 'of', but 'f' under 'open' has no 'of'; 'of' beside each 'key'",
        "type: t|  close: [{method: f, key: $0}]|  disown: [{method: g, key: $0, of: this}]; 6:21; 'g'"
            + " under 'disown' has 'of', but 'f' under 'close' has no 'of'; 'of' beside each 'key'",
        "type: t|  bytes: $0|  open: [{method: f, key: result, of: this}]|  update: [{method: g, key: $0}];"
            + " 7:21; 'g' under 'update' has no 'of', but 'f' under 'open' has 'of'; 'of' beside each 'key'",
        "type: t|  open: [{method: f, key: $0, of: $1}]|  close: [{method: f, key: $0, of: $1}]; 6:20;"
            + " 'f' is listed under 'close' and, for the same resource, under 'open'; only one of the two",
      })
  void tellsWhereWhatAndWhatWasExpected(String clauses, String at, String found, String expected) {
    RuleFile file = parse(HEAD + "- class: a.B\n  " + clauses.replace("|", "\n") + "\n");

    assertThat(((RuleFile.Accepted) file).pack().rules()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    Problem problem = file.problems().get(0);
    assertThat(problem.position()).hasToString("rules.yaml:" + at);
    assertThat(problem.found()).isEqualTo(found);
    assertThat(problem.expected()).startsWith(expected);
    assertThat(problem.consequence()).isEqualTo("this rule is ignored");
  }

  @Test
  void aMethodMayMoveANumberFromOneObjectToAnother() {
    RuleFile file =
        parse(
            HEAD
                + """
                - class: a.B
                  type: t
                  open: [{method: move, key: $0, of: $2}]
                  close: [{method: move, key: $0, of: $1}]
                """);

    assertThat(file.problems()).isEmpty();
  }
}
