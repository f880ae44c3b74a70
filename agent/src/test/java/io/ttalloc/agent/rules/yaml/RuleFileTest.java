package io.ttalloc.agent.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.yaml.Position;
import io.ttalloc.yaml.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleFileTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  @Test
  void readsEveryClause() throws IOException {
    RulePack pack = accepted(RuleFile.parse("every-clause.yaml", resource("every-clause.yaml")));

    assertThat(pack.name()).isEqualTo("every-clause");
    assertThat(pack.about())
        .isEqualTo("Every clause that a rule can have, for tests of readers and writers.");
    assertThat(pack.rules()).hasSize(4);
    Rule rule = pack.rules().get(0);
    assertThat(rule.classes())
        .isEqualTo(new ClassPattern("io.ttalloc.runtime.Buffer", ClassPattern.Kind.CLASS));
    assertThat(rule.position()).isEqualTo(new Position("every-clause.yaml", 5, 12));
    assertThat(rule.subtypes()).isTrue();
    assertThat(rule.type()).isEqualTo("buffer");
    assertThat(rule.open())
        .extracting(MethodPattern::toString)
        .containsExactly("<init>", "create(Device,long,String[])", "open()");
    assertThat(rule.open().get(1).position()).isEqualTo(new Position("every-clause.yaml", 8, 20));
    assertThat(rule.close())
        .extracting(MethodPattern::toString)
        .containsExactly("close", "deallocate()");
    assertThat(rule.idempotent()).isFalse();
    assertThat(rule.reclaim()).extracting(MethodPattern::toString).containsExactly("run");
    Rule.Attributes attributes = rule.attributes();
    assertThat(attributes.bytes()).hasToString("size()");
    assertThat(attributes.extent()).hasToString("bankBytes()");
    assertThat(attributes.address()).hasToString("$1");
    assertThat(attributes.device()).hasToString("device().id()");
    assertThat(attributes.space())
        .isEqualTo(new Value.Constant("DRAM", new Position("every-clause.yaml", 16, 12)));
    assertThat(attributes.session()).hasToString("result.sessionName()");
    assertThat(attributes.owns()).hasToString("ownsData");
    assertThat(attributes.shared()).hasToString("true");
    assertThat(attributes.label()).hasToString("$2.path.name()");
    assertThat(rule.holder()).isTrue();
    assertThat(rule.scope())
        .extracting(MethodPattern::toString)
        .containsExactly("loadBinaries", "<init>", "create(MeshDevice)");
    assertThat(rule.freesOwned()).isTrue();
    assertThat(rule.freedBy()).isEqualTo("owner.disableAndClear()");
    assertThat(rule.holds()).hasSize(2);
    assertThat(rule.holds().get(0).method()).hasToString("insert");
    assertThat(rule.holds().get(0).resource()).hasToString("$1");
    assertThat(rule.holds().get(0).entry()).hasToString("$0");
    assertThat(rule.holds().get(1).resource()).hasToString("this");
    assertThat(rule.holds().get(1).entry()).isNull();
    assertThat(rule.drops())
        .extracting(drop -> drop.method().name())
        .containsExactly("evict", "clear", "forget");
    assertThat(rule.drops().get(0).resource()).hasToString("$0");
    assertThat(rule.drops().get(1).resource()).isNull();
    assertThat(rule.infrastructure())
        .extracting(MethodPattern::toString)
        .containsExactly("initCommandQueueDevice", "configureFabric");
    assertThat(rule.cycles())
        .extracting(cycle -> String.valueOf(cycle.name()))
        .containsExactly("$0", "=all", "null");
    assertThat(rule.statistics()).isNotNull();
    assertThat(rule.statistics().method()).hasToString("statistics()");
    assertThat(rule.statistics().allocated()).hasToString("allocatedBytes()");
    assertThat(rule.statistics().largestFree()).hasToString("16");
    assertThat(rule.sites())
        .containsExactly(
            Map.entry("loadBinaries", "load_binaries"), Map.entry("<init>", "constructor"));
  }

  @Test
  void givesDefaultsToClausesThatAreNotThere() {
    Rule rule = accepted(parse(HEAD + "- class: com.acme.Plain\n")).rules().get(0);

    assertThat(rule)
        .isEqualTo(
            new Rule(
                new ClassPattern("com.acme.Plain", ClassPattern.Kind.CLASS),
                false,
                null,
                List.of(),
                List.of(),
                true,
                List.of(),
                List.of(),
                Rule.Attributes.NONE,
                false,
                List.of(),
                false,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                Map.of(),
                new Position("rules.yaml", 3, 10)));
  }

  @Test
  void namesThePackAfterTheFileWhenTheFileDoesNot() {
    assertThat(accepted(RuleFile.parse("conf/my rules.v2.yaml", HEAD + "- class: a.B\n")).name())
        .isEqualTo("my_rules");
  }

  @Test
  void dropsOnlyTheRuleThatHasAProblem() {
    RuleFile file =
        parse(
            """
            schema: tt-alloc-rules/1
            rules:
              - class: a.First
              - class: a.Second
                type: second
                opne: [<init>]
              - class: a.Third
            """);

    assertThat(file).isInstanceOf(RuleFile.Accepted.class);
    assertThat(((RuleFile.Accepted) file).pack().rules())
        .extracting(rule -> rule.classes().name())
        .containsExactly("a.First", "a.Third");
    assertThat(lines(file))
        .containsExactly(
            "rules.yaml:6:5: unknown clause 'opne', expected one of class, subtypes, type, open,"
                + " close, idempotent, use, reclaim, bytes, extent, address, device, space, session,"
                + " owns, shared, label, holder, scope, frees-owned, freed-by, hold, drop,"
                + " infrastructure, cycle, statistics, sites (did you mean 'open'?); this rule is dropped");
  }

  @Test
  void ignoresAnUnknownEntryBesideTheRules() {
    RuleFile file = parse("schema: tt-alloc-rules/1\nabuot: x\nrules: []\n");

    assertThat(file).isInstanceOf(RuleFile.Accepted.class);
    assertThat(lines(file))
        .containsExactly(
            "rules.yaml:2:1: unknown entry 'abuot', expected one of schema, pack, about, rules (did"
                + " you mean 'about'?); this entry is ignored");
  }

  @Test
  void tellsAtMostFiftyProblemsAndCountsTheOthers() {
    RuleFile file = parse(HEAD + "- 1\n".repeat(60));

    assertThat(file.problems()).hasSize(51);
    assertThat(file.problems().get(50).found()).isEqualTo("10 more problems");
  }

  @Test
  void readsAFileWithByteOrderMarkAndWindowsLines() {
    String text = "\uFEFF" + (HEAD + "- class: a.B\n").replace("\n", "\r\n");

    assertThat(
            accepted(RuleFile.parse("rules.yaml", text.getBytes(StandardCharsets.UTF_8))).rules())
        .hasSize(1);
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    assertThat(lines(RuleFile.parse("rules.yaml", new byte[] {'a', (byte) 0xff})))
        .containsExactly(
            "rules.yaml: bytes that are not UTF-8, expected a text file in UTF-8; the file is"
                + " ignored");
  }

  @Test
  void refusesMoreThanOneMebibyte(@TempDir Path folder) throws IOException {
    Path large = Files.write(folder.resolve("large.yaml"), new byte[(1 << 20) + 1]);

    assertThat(lines(RuleFile.read(large)))
        .containsExactly(
            large
                + ": more than 1048576 bytes, expected a file of at most 1 MiB; the file is"
                + " ignored");
  }

  @Test
  void saysThatAFileIsMissingOrNotAFile(@TempDir Path folder) {
    Path missing = folder.resolve("none.yaml");

    assertThat(lines(RuleFile.read(missing)))
        .containsExactly(
            missing
                + ": no file ("
                + missing
                + "), expected a readable rule file; the file is ignored");
    assertThat(lines(RuleFile.read(folder)))
        .containsExactly(
            folder
                + ": something that is not a file, expected a readable rule file; the file is"
                + " ignored");
  }

  @Test
  void readsAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), HEAD + "- class: a.B\n");

    assertThat(accepted(RuleFile.read(file)).name()).isEqualTo("mine");
  }

  @Test
  void keepsEachProblemInOneLine() {
    assertThat(lines(RuleFile.parse("a\nb.yaml", HEAD + "- \"x\\ny\\e[31m\": 1\n")))
        .allSatisfy(line -> assertThat(line).doesNotContain("\n", "\u001b"));
  }

  private static RuleFile parse(String yaml) {
    return RuleFile.parse("rules.yaml", yaml);
  }

  private static List<String> lines(RuleFile file) {
    return file.problems().stream().map(Problem::line).toList();
  }

  private static RulePack accepted(RuleFile file) {
    assertThat(file.problems()).isEmpty();
    return ((RuleFile.Accepted) file).pack();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = RuleFileTest.class.getResourceAsStream("/rules/" + name)) {
      assertThat(in).as(name).isNotNull();
      return in.readAllBytes();
    }
  }
}
