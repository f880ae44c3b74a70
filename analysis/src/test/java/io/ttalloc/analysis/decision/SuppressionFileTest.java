package io.ttalloc.analysis.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.verdict.Verdicts;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressionFileTest {

  @Test
  void readsTheExampleInThePaper() throws Exception {
    String paper = Files.readString(Path.of("../docs/reports.md"));
    String start = "```yaml\n# suppress.yaml\n";
    String example = paper.substring(paper.indexOf(start) + start.length());

    SuppressionFile file = parse(example.substring(0, example.indexOf("```")));

    assertThat(file.problems()).isEmpty();
    assertThat(file.suppressions()).hasSize(2);
    assertThat(file.suppressions().get(0).name())
        .isEqualTo("the pool lives as long as the process (s.yaml:1:3)");
    assertThat(file.suppressions().get(0).maxCount()).isEqualTo(8);
    assertThat(file.suppressions().get(1).match().devices()).containsExactly(0, 1);
    assertThat(file.suppressions().get(1).expires()).isEqualTo(LocalDate.of(2099, 12, 31));
    assertThat(paper)
        .contains(lines(parse("- reason: a\n  type: b\n  stak: c\n")).get(0).substring(6));
  }

  /** Columns: an entry, with | for a line break; line and column of the mistake; the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      value = {
        "type: a; 1:3; an entry without 'reason', expected reason: TEXT, which says why these"
            + " findings are not leaks",
        "reason: a; 1:3; an entry that matches everything, expected at least one of type, class,"
            + " site, stack, space, device, verdict",
        "reason: a|  device: []; 1:3; an entry that matches everything, expected at least one of"
            + " type, class, site, stack, space, device, verdict",
        "reason: a|  stack: ...; 1:3; an entry that matches everything, expected at least one of"
            + " type, class, site, stack, space, device, verdict",
        "reason: a|  stack: [..., '*']; 1:3; an entry that matches everything, expected at least one of"
            + " type, class, site, stack, space, device, verdict",
        "reason: a|  type: '*'|  class: '**'|  site: '*'|  stack: '... * ...'; 1:3; an entry that matches everything, expected at least one of"
            + " type, class, site, stack, space, device, verdict",
        "reason: ' '|  type: a; 1:11; ' ' for 'reason', expected a name of at most 200 printable"
            + " characters",
        "reason: a|  spce: b; 2:3; unknown key 'spce', expected one of reason, type, class,"
            + " site, stack, space, device, verdict, maxCount, maxBytes, expires (did you mean"
            + " 'space'?)",
        "reason: a|  typ: b|  type: c; 2:3; unknown key 'typ', expected one of reason, type, class,"
            + " site, stack, space, device, verdict, maxCount, maxBytes, expires (did you mean"
            + " 'type'?)",
        "reason: a|  type: b|  type: c; 3:3; the key 'type' is given twice, expected once",
        "reason: a|  type: [b]; 2:9; a list for 'type', expected text in which * stands for any"
            + " characters",
        "reason: a|  stack:; 2:9; nothing for 'stack', expected frames, innermost first:"
            + " package.Class.method, in which * stands for any characters, or ... for any"
            + " frames",
        "reason: a|  device: -1; 2:11; '-1' for 'device', expected a number from 0 to 2147483647",
        "reason: a|  type: b|  maxCount: many; 3:13; 'many' for 'maxCount', expected a number from"
            + " 0 to 9223372036854775807",
        "reason: a|  type: b|  expires: tomorrow; 3:12; 'tomorrow' for 'expires', expected the last"
            + " day on which the suppression applies, such as 2030-12-31",
        "reason: a|  type: b|  expires: 2030-02-30; 3:12; '2030-02-30' for 'expires', expected the"
            + " last day on which the suppression applies, such as 2030-12-31",
      })
  void aMistakeIsOneLineAndDropsOnlyItsEntry(String entry, String at, String said) {
    SuppressionFile file =
        parse("- " + entry.replace("|", "\n") + "\n- {reason: good, type: thing}\n");

    assertThat(lines(file))
        .containsExactly("s.yaml:" + at + ": " + said + "; this entry is ignored");
    assertThat(file.suppressions()).singleElement().matches(s -> s.reason().equals("good"));
  }

  @Test
  void anUnknownVerdictIsReportedWithThoseThatThereAre() {
    SuppressionFile file = parse("- reason: a\n  verdict: Held\n");

    assertThat(lines(file))
        .containsExactly(
            "s.yaml:2:12: 'Held' for 'verdict', expected one of "
                + Verdicts.inOrder().stream().map(Verdict::name).collect(Collectors.joining(", "))
                + "; this entry is ignored");
  }

  @Test
  void anEntryThatIsNoMappingIsReportedInOneLine() {
    SuppressionFile file = parse("- thing\n- {reason: good, type: thing}\n");

    assertThat(lines(file))
        .containsExactly(
            "s.yaml:1:3: 'thing' as an entry, expected a mapping with 'reason' and keys that"
                + " say what to suppress; this entry is ignored");
    assertThat(file.suppressions()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a: b; s.yaml:1:1: a mapping, expected a list of entries that start with '- reason: TEXT'",
        "[a; s.yaml:1:3: text that is not YAML",
        "- &a b; s.yaml:1:3: 'b' as an entry",
      })
  void aFileWithoutAListOfEntriesIsReportedInOneLine(String text, String said) {
    SuppressionFile file = parse(text);

    assertThat(file.suppressions()).isEmpty();
    assertThat(lines(file)).singleElement().asString().startsWith(said);
  }

  @Test
  void aMissingFileIsReportedInOneLine(@TempDir Path folder) {
    Path missing = folder.resolve("none.yaml");

    assertThat(lines(SuppressionFile.of(YamlFile.read(missing, SuppressionFile.KIND))))
        .containsExactly(
            missing
                + ": no such file ("
                + missing
                + "), expected a readable suppression file; the file is ignored");
  }

  @Test
  void everyKeyOfAnEntryIsDocumented() throws Exception {
    assertThat(Files.readString(Path.of("../docs/reports.md")))
        .contains(SuppressionReader.KEYS.stream().map(key -> "`" + key + "`").toList());
  }

  private static SuppressionFile parse(String yaml) {
    return SuppressionFile.of(YamlFile.parse("s.yaml", yaml, SuppressionFile.KIND));
  }

  private static List<String> lines(SuppressionFile file) {
    return file.problems().stream().map(Problem::line).toList();
  }
}
