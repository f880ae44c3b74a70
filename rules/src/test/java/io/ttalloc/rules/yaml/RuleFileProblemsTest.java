package io.ttalloc.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.Value;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the messages about mistakes in a rule file. */
class RuleFileProblemsTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  @Test
  void tellsEveryProblemOfARule() {
    assertThat(
            lines(
                parse(
                    """
                    schema: tt-alloc-rules/1
                    rules:
                      - type: [a]
                        open: [<init>]
                        bytes: two words
                    """)))
        .containsExactly(
            "rules.yaml:3:5: a rule without 'class', expected class: NAME; this rule is ignored",
            "rules.yaml:3:11: a list for 'type', expected a name of at most 200 printable"
                + " characters; this rule is ignored",
            "rules.yaml:5:12: 'two words' for 'bytes', expected "
                + Value.SYNTAX
                + "; this rule is ignored");
  }

  @Test
  void aLaterRuleThatContradictsAnEarlierOneIsIgnored() {
    RuleFile file =
        parse(
            HEAD
                + """
                - {class: x.A, type: a, open: [<init>], close: [close]}
                - {class: x.A, type: b, open: [<init>(int)], close: [read]}
                - {class: x.A, use: [close]}
                - {class: x.B, type: b, open: [<init>]}
                """);

    assertThat(lines(file))
        .containsExactly(
            "rules.yaml:4:32: '<init>(int)' opens 'b' here and 'a' in the rule at line 3,"
                + " expected one type for each method that opens, or 'when' in both rules; this rule is"
                + " ignored",
            "rules.yaml:5:22: 'close' is listed under 'use' and, for the same resource, under 'close' in"
                + " the rule at line 3, expected only one of the two; this rule is ignored");
    assertThat(((RuleFile.Accepted) file).pack().rules()).hasSize(2);
  }

  @Test
  void rulesThatAreForDifferentThingsDoNotContradictEachOther() {
    assertThat(
            lines(
                parse(
                    HEAD
                        + """
                        - {class: x.A, type: a, open: [<init>(int)], close: [close], when: jdk < 21}
                        - {class: x.A, type: b, open: [<init>(int)], use: [close], when: jdk >= 21}
                        - {class: x.A, type: c, open: [<init>(long)], use: [close]}
                        - {class: x.A, type: a, open: [{method: f, key: result}], close: [{method: f, key: $0}]}
                        - {class: x.A, type: b, open: [{method: f, key: $1}], close: [{method: f, resource: $1}]}
                        - {class: x.B, type: d, open: [f], close: [g]}
                        """)))
        .isEmpty();
  }

  /**
   * Columns: the clauses of one rule, with | for a line break; the position; what was found; the
   * beginning of the text that says what was expected.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      value = {
        "open: [<init>]; 4:3; 'open' without 'type'; type: NAME as well",
        "type: t|  open: f|  close: [f(int)]; 6:11; 'f(int)' is listed under 'close' and, for the same resource, under 'open'"
            + "; only one of the two",
        "type: t|  open: [<init>]|  close: f|  use: f|  disown: f; 7:8; 'f' is listed under 'use' and, for the same resource,"
            + " under 'close'; only one of the two",
        "retain: f|  release: f; 5:12; 'f' is listed under 'release' and, for the same resource, under 'retain'; only",
        "type: t|  adopt: {method: f, key: $0}|  disown: {method: f, key: $0}; 6:20; 'f' is listed under 'disown'"
            + " and, for the same resource, under 'adopt'; only one of the two",
        "exclude: a.B; 4:3; 'exclude' in a rule for one class; subtypes: true as well, or a package",
        "subtypes: true|  exclude: [a..b]; 5:13; 'a..b' for 'exclude'; a binary class name",
        "subtypes: true|  exclude: [{a: b}]; 5:13; a mapping for 'exclude'; a binary class name",
        "subtypes: true|  exclude: ; 5:11; nothing for 'exclude'; a list; each item is a binary class",
        "optional: [clo se]; 4:14; 'clo se' for 'optional'; a method NAME",
        "scope: <clinit>; 4:10; '<clinit>' for 'scope'; a method NAME",
        "when: jdk 21; 4:9; 'jdk 21' for 'when'; jdk or lib, then one of <",
        "when: [jdk >= 17, lib > x]; 4:21; 'lib > x' for 'when'; jdk or lib, then one of <",
        "when: [[jdk >= 17]]; 4:10; a list for 'when'; jdk or lib, then one of <",
        "when: {jdk: 17}; 4:9; a mapping for 'when'; jdk or lib, then one of <",
        "holder: true; 4:3; 'holder' without 'open'; open: METHODS as well",
        "holder: by path; 4:11; 'by path' for 'holder'; true, false or by-path",
        "holder: by-path|  hold: [{method: put, resource: $0}]; 5:3; 'hold' beside 'holder:"
            + " by-path'; one of them: holder: true if methods add and remove its contents, or"
            + " by-path if only the heap shows them",
        "holder: by-path|  drop: clear; 5:3; 'drop' beside 'holder: by-path'; one of them: holder: true",
        "type: a|  frees-owned: true; 5:3; 'frees-owned' without 'open'; open: METHODS as well",
        "close: [clo se]; 4:11; 'clo se' for 'close'; a method NAME",
        "close: <init>; 4:10; '<init>' for 'close'; a method, not a constructor",
        "type: t|  open: [f, open(String, long), g]; 5:13; 'open(String, long)' for 'open';"
            + " ^\"open(String, long)\"; quote a pattern that contains a comma^",
        "scope: [open(int, long, Object)]; 4:11; 'open(int, long, Object)' for 'scope'; \"open(",
        "close: [{method: open(int}]; 4:20; 'open(int' for 'method'; a method NAME",
        "close:; 4:9; nothing for 'close'; a list; ",
        "close: [~]; 4:11; nothing for 'close'; a method NAME",
        "close: {resource: $0}; 4:10; no 'method'; method: a method NAME",
        "close: {method: f, to: $0}; 4:22; unknown clause 'to'; one of method, resource, key",
        "close: [{method: <init>, resource: $0}]; 4:20; '<init>' for 'method'; a method, not a constructor",
        "close: [{method: f, resource: result}]; 4:33; 'resource' refers to result, which"
            + " does not exist yet when the method begins; a parameter, or a field",
        "close: [{method: f(int), resource: $1}]; 4:38; 'resource' refers to $1, which does not exist where the value is read; a parameter or result of f(int) ($0 is the first)",
        "close: [{method: f, resource: =it}]; 4:33; '=it' for 'resource'; a field, method",
        "close: [{method: f, resource: }]; 4:32; nothing for 'resource'; a field (name)",
        "close: [[f]]; 4:11; a list for 'close'; a method NAME",
        "use: [{method: f, resource: result.x}]; 4:31; 'resource' refers to result, which"
            + " does not exist yet when the method begins; a parameter, or a field",
        "type: t|  open: [{method: <init>, resource: result}]; 5:37; 'resource' refers to result, which does not exist where the value is read; a parameter or result of <init>",
        "disown: [{method: f, resource: result}]; 4:34; 'resource' refers to result, which"
            + " does not exist yet when the method begins; a parameter, or a field",
        "disown: <init>; 4:11; '<init>' for 'disown'; a method, not a constructor",
        "type: t|  adopt: <init>; 5:10; '<init>' for 'adopt'; a method, not a constructor",
        "update: f|  owns: true; 4:3; 'update' in a rule without a value to read again; one of bytes, extent,",
        "update: <init>|  bytes: f; 4:11; '<init>' for 'update'; a method, not a constructor",
        "update: {method: f, key: $0}|  bytes: f; 4:28; 'key' without 'type'; type: NAME as well",
        "update: f()|  bytes: $0; 5:10; 'bytes' refers to $0, which does not exist where the value is read; a",
        "close: f|  update: f|  bytes: g; 5:11; 'f' is listed under 'update' and, for the same resource, under 'close'"
            + "; only one of the two",
        "adopt: f; 4:3; 'adopt' without 'type'; type: NAME as well",
        "open: [{method: f, resource: result}]; 4:3; 'open' without 'type'; type: NAME as well",
        "idempotent: yes; 4:15; 'yes' for 'idempotent'; true or false",
        "unknown-close: no; 4:18; 'no' for 'unknown-close'; ignore, or report (the default)",
        "older-than: soon; 4:15; 'soon' for 'older-than'; never, or a number and a unit (ms, s, m, h, d or w)",
        "older-than: 30; 4:15; '30' for 'older-than'; never, or a number and a unit (ms",
        "older-than: [30s]; 4:15; a list for 'older-than'; never, or a number and a unit (ms",
        "older-than:; 4:14; nothing for 'older-than'; never, or a number and a unit (ms",
        "older-than: 30s; 4:3; 'older-than' without 'open'; open: METHODS as well",
        "type: t|  open: [f]|  older-than: 30s|  holder: by-path; 6:3; 'older-than' for a holder; no",
        "type: t|  open: [f]|  older-than: 30s|  holder: true; 6:3; 'older-than' for a holder; no"
            + " 'older-than', since a cache",
        "subtypes: [true]; 4:13; a list for 'subtypes'; true or false",
        "type: ' '; 4:9; ' ' for 'type'; a name",
        "type: ~; 4:9; nothing for 'type'; a name",
        "type: \"a\\nb\"; 4:9; 'a\\u000ab' for 'type'; a name",
        "bytes: true; 4:10; 'true' for 'bytes'; a field, method, parameter or result",
        "bytes: =12; 4:10; '=12' for 'bytes'; a field, method, parameter or result",
        "owns: 1; 4:9; '1' for 'owns'; a field, method, parameter or result",
        "label: false; 4:10; 'false' for 'label'; a field, method, parameter or result",
        "bytes: size(1); 4:10; 'size(1)' for 'bytes'; a field (name)",
        "bytes: $0; 4:10; 'bytes' refers to $0, which does not exist where the value is read; a field"
            + " or",
        "type: t|  open: [f(int)]|  bytes: $1; 6:10; 'bytes' refers to $1, which does not exist where the value is read; a parameter or result of f(int)",
        "type: t|  open: [<init>]|  label: result.x; 6:10; 'label' refers to result, which does not exist where the value is read; a parameter or result of <init>",
        "hold: [insert]; 4:10; 'insert' for 'hold'; a list",
        "hold: [{method: insert}]; 4:11; 'hold' without 'resource'; resource: VALUE",
        "hold: [{resource: $0}]; 4:10; no 'method'; method: ",
        "hold: [{method: f(int), resource: $1}]; 4:37; 'resource' refers to $1, which does not exist where the value is read; a parameter or result of f(int)",
        "hold: [{method: f, resource: 12}]; 4:32; '12' for 'resource'; a field, method",
        "drop: [{method: f, from: $0}]; 4:22; unknown clause 'from'; one of method, resource",
        "cycle: [{method: f, name: false}]; 4:29; 'false' for 'name'; a field, method",
        "cycle: [[f]]; 4:11; a list for 'cycle'; a list; ",
        "statistics: all; 4:15; 'all' for 'statistics'; a mapping with method",
        "statistics: {method: f}; 4:3; 'statistics' without 'allocated'; allocated: VALUE",
        "statistics: {method: f(int), allocated: a}; 4:24; 'f(int)' for 'method' of 'statistics';"
            + " a static method",
        "statistics: {method: f, allocated: $0}; 4:38; 'allocated' refers to $0, which does not exist where the value is read; a field or method of the object",
        "freed-by: clear; 4:13; 'clear' for 'freed-by'; NAME() for a call on the object itself, owner.NAME() for",
        "freed-by: Pool.b(int); 4:13; 'Pool.b(int)' for 'freed-by'; NAME() for a call",
        "freed-by: a.b(); 4:13; 'a.b()' for 'freed-by'; NAME() for a call",
        "freed-by: owner.clear(int); 4:13; 'owner.clear(int)' for 'freed-by'; NAME() for a call",
        "freed-by: <init>(); 4:13; '<init>()' for 'freed-by'; NAME() for a call",
        "freed-by: [clear()]; 4:13; a list for 'freed-by'; NAME() for a call",
        "freed-by: \"a\\n()\"; 4:13; 'a\\u000a()' for 'freed-by'; NAME() for a call",
        "sites: load; 4:10; 'load' for 'sites'; a mapping",
        "sites: {f(int): g}; 4:11; 'f(int)' for 'sites'; a method's name alone",
        "sites: {f: }; 4:13; nothing for 'f'; a name",
        "sites: {f: a, f: b}; 4:17; the clause 'f' is given twice; once",
        "close: a|  close: b; 5:3; the clause 'close' is given twice; once",
        "class: b.C; 4:3; the clause 'class' is given twice; once",
        "retain: [<init>]; 4:12; '<init>' for 'method'; a method, not a constructor",
        "release: [{method: f, by: result}]; 4:29; 'by' refers to result, which does not exist"
            + " yet when the method begins; a parameter",
        "release: [{method: f(), by: $0}]; 4:31; 'by' refers to $0, which does not exist where the value is read; a parameter or result of f()",
        "retain: [{method: f, resource: $0}]; 4:24; unknown clause 'resource'; one of method, by",
        "use: <init>; 4:8; '<init>' for 'use'; a method, not a constructor",
        "key: handle; 4:3; unknown clause 'key'; one of class,",
        "close: [{method: f, key: $0}]; 4:28; 'key' without 'type'; type: NAME as well",
        "type: t|  close: [{method: f, key: 12}]; 5:28; '12' for 'key'; a field, method",
        "type: t|  close: [{method: f, key: result}]; 5:28; 'key' refers to result, which"
            + " does not exist yet when the method begins; a parameter",
        "type: t|  open: [{method: f(), key: $0}]; 5:29; 'key' refers to $0, which does not exist where the value is read; a parameter or result of f()",
        "type: t|  use: [{method: f, key: $0, resource: $0}]; 5:21; 'key' and 'resource'; only one of",
        "hold: [{method: f, resource: $0, of: this}]; 4:36; unknown clause 'of'; one of method, resource",
        "drop: [{method: f, key: $0}]; 4:22; unknown clause 'key'; one of method, resource",
        "policy: {}; 4:3; 'policy' without 'open'; open: METHODS as well",
        "policy: none; 4:11; 'none' for 'policy'; a mapping from verdicts to leak, warning, ignore",
        "type: t|  open: [<init>]|  policy: {LOST: no}; 6:18; 'no' for 'LOST'; one of leak, warning",
        "type: t|  open: [<init>]|  policy: {LOST: [ignore]}; 6:18; a list for 'LOST'; one of leak",
        "type: t|  open: [<init>]|  policy: {ALIAS: leak}; 6:12; unknown clause 'ALIAS'; one of"
            + " RECLAIMED, DANGLING",
      })
  void tellsWhereWhatAndWhatWasExpected(String clauses, String at, String found, String expected) {
    RuleFile file = parse(HEAD + "- class: a.B\n  " + clauses.replace("|", "\n") + "\n");

    assertThat(file).isInstanceOf(RuleFile.Accepted.class);
    assertThat(((RuleFile.Accepted) file).pack().rules()).isEmpty();
    assertThat(file.problems()).hasSize(1);
    Problem problem = file.problems().get(0);
    assertThat(problem.position()).hasToString("rules.yaml:" + at);
    assertThat(problem.found()).isEqualTo(found);
    assertThat(problem.expected()).startsWith(expected);
    assertThat(problem.consequence()).isEqualTo("this rule is ignored");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      nullValues = "NOTHING",
      value = {
        "^^; ; an empty file",
        "# only a comment; ; an empty file",
        "just text; :1:1; 'just text'",
        "[a]; :1:1; a list",
        "schema: tt-alloc-rules/2|rules: []; :1:9; 'tt-alloc-rules/2' for 'schema'",
        "rules: []; :1:1; no 'schema'",
        "schema: tt-alloc-rules/1; :1:1; no 'rules'",
        "schema: tt-alloc-rules/1|rules:; :2:7; nothing for 'rules'",
        "schema: tt-alloc-rules/1|rules: {class: a}; :2:8; a mapping for 'rules'",
        "schema: tt-alloc-rules/1|rules: []|rules: []; :3:1; the entry 'rules' is given twice",
        "schema: tt-alloc-rules/1|rules:|\t- class: a; :3:1; a tab in the indentation",
        "schema: tt-alloc-rules/1|rules: []|---|a; :3:1; a second document",
        "schema: tt-alloc-rules/1|rules: &r [*r]; :2:12; the alias '*r'",
        "schema: !!str tt-alloc-rules/1|rules: []; :1:9; the tag 'tag:yaml.org,2002:str'",
        "schema: tt-alloc-rules/1|rules: []|[a]: b; :3:1; a list as a key",
        "rules: [[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]; :1:23; more than 16 levels of nesting",
        "a: b|\u0007c: d; :2:1; the character U+0007",
      })
  void leavesTheWholeFileOutWhenItIsNoRuleFile(String text, String at, String found) {
    RuleFile file = parse(text.replace("|", "\n"));

    assertThat(file).isInstanceOf(RuleFile.Rejected.class);
    Problem problem = file.problems().get(file.problems().size() - 1);
    assertThat(problem.position()).hasToString("rules.yaml" + (at == null ? "" : at));
    assertThat(problem.found()).isEqualTo(found);
    assertThat(problem.consequence()).isEqualTo("the file is ignored");
  }

  @Test
  void saysWhatTheParserSaysWhenTheTextIsNotYaml() {
    assertThat(lines(parse("schema: tt-alloc-rules/1\nrules: [a, b\n")))
        .containsExactly(
            "rules.yaml:3:1: text that is not YAML (while parsing a flow sequence: expected ',' or"
                + " ']', but got <stream end>), expected YAML; the file is ignored");
  }

  private static RuleFile parse(String yaml) {
    return RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND));
  }

  private static List<String> lines(RuleFile file) {
    return file.problems().stream().map(Problem::line).toList();
  }
}
