package io.ttalloc.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Position;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
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
    RulePack pack =
        accepted(
            RuleFile.of(
                YamlFile.parse("every-clause.yaml", resource("every-clause.yaml"), RuleFile.KIND)));

    assertThat(pack.name()).isEqualTo("every-clause");
    assertThat(pack.about())
        .isEqualTo("Every clause that a rule can have, for tests of readers and writers.");
    assertThat(pack.library()).hasToString("[com.acme.pool.**, com.acme.Pool]");
    assertThat(pack.rules()).hasSize(4);
    Rule rule = pack.rules().get(0);
    assertThat(rule.classes())
        .isEqualTo(new ClassPattern("io.ttalloc.runtime.Buffer", ClassPattern.Kind.CLASS));
    assertThat(rule.position()).isEqualTo(new Position("every-clause.yaml", 5, 12));
    assertThat(rule.subtypes()).isTrue();
    assertThat(rule.clauses())
        .hasToString(
            """
            {exclude=[com.acme.Heap, com.acme.internal.**], when=[jdk >= 17, lib < 4.2],\
             optional=[unmap, bankBytes()], type=buffer, open=[<init>, create(Device,long,String[]), open(),\
             {method: map(long), resource: result}, {method: wrap, resource: $0.buffer}],\
             close=[close, deallocate(), {method: unmap, resource: current.buffer()}], idempotent=false, unknown-close=ignore,\
             use=[write, read(long,byte[]), {method: copy, resource: $1}],\
             reclaim=[run],\
             adopt=[own(), {method: take, resource: $0}],\
             disown=[giveToNative, {method: hand, resource: buffer}], bytes=size(),\
             extent=bankBytes(), address=$1, device=device().id(), space==DRAM,\
             session=result.sessionName(), owns=ownsData, shared=true, label=$2.path.name(),\
             update=[resize, grow(long), {method: trim, resource: $0.buffer}],\
             holder=BY_METHODS, scope=[loadBinaries, <init>, create(MeshDevice)], frees-owned=true,\
             freed-by=owner.disableAndClear(),\
             hold=[Item[method=insert, values={resource=$1, entry=$0}],\
             Item[method=adopt, values={resource=this}]],\
             drop=[Item[method=evict, values={resource=$0}], Item[method=clear, values={}],\
             Item[method=forget, values={}]],\
             infrastructure=[initCommandQueueDevice, configureFabric, <clinit>],\
             cycle=[Item[method=endRun, values={name=$0}], Item[method=endAll, values={name==all}],\
             Item[method=endStep, values={}]],\
             statistics=Statistics[method=statistics(), device=deviceId(), session=sessionName(),\
             space=space(), allocated=allocatedBytes(), free=freeBytes(), largestFree=16],\
             policy={RECLAIMED=warning, LOST=ignore, CACHED=leak}, sites={loadBinaries=load_binaries, <init>=constructor}}""");
    assertThat(rule.list(Clauses.OPEN).get(1).method().position())
        .isEqualTo(new Position("every-clause.yaml", 13, 9));
  }

  @Test
  void aWrongClassOfTheLibraryIsIgnoredAndTheOthersAreNot() {
    RuleFile file =
        parse("schema: tt-alloc-rules/1\nlibrary: [a.B, a..b, [c], ~, d.*]\nrules: []\n");

    assertThat(((RuleFile.Accepted) file).pack().library()).hasToString("[a.B, d.*]");
    String end = " for 'library', expected " + ClassPattern.SYNTAX + "; this entry is ignored";
    assertThat(file.problems())
        .extracting(Problem::line)
        .containsExactly(
            "rules.yaml:2:16: 'a..b'" + end,
            "rules.yaml:2:22: a list" + end,
            "rules.yaml:2:27: nothing" + end);
  }

  @Test
  void aRuleHoldsForCopiesInOtherPackagesToo() {
    RuleFile file =
        parse(
            """
            schema: tt-alloc-rules/1
            relocated: [c.shaded.**, d.*]
            rules:
            - {class: a.B, subtypes: true, exclude: [a.C, java.io.Reader], type: x, open: [<init>]}
            - {class: java.net.Socket, type: y, open: [connect]}
            """);

    assertThat(file.problems()).isEmpty();
    List<Rule> rules = ((RuleFile.Accepted) file).pack().rules();
    assertThat(rules)
        .extracting(rule -> rule.classes().name())
        .containsExactly("a.B", "c.shaded.a.B", "d.a.B", "java.net.Socket");
    assertThat(rules.get(1).subtypes()).isTrue();
    assertThat(rules.get(1).clauses())
        .hasToString("{exclude=[c.shaded.a.C, java.io.Reader], type=x, open=[<init>]}");
  }

  @Test
  void aLibraryThatIsNoListIsIgnored() {
    RuleFile file = parse("schema: tt-alloc-rules/1\nlibrary: a.**\nrules: []\n");

    assertThat(((RuleFile.Accepted) file).pack().library()).isEmpty();
    assertThat(file.problems())
        .extracting(Problem::line)
        .containsExactly(
            "rules.yaml:2:10: 'a.**' for 'library', expected a list of classes; this entry is"
                + " ignored");
  }

  @Test
  void aRuleHasOnlyTheClausesThatAreGiven() {
    Rule rule = accepted(parse(HEAD + "- class: com.acme.Plain\n")).rules().get(0);

    assertThat(rule)
        .usingRecursiveComparison()
        .isEqualTo(
            new Rule(
                new ClassPattern("com.acme.Plain", ClassPattern.Kind.CLASS),
                false,
                Map.of(),
                new Position("rules.yaml", 3, 10)));
  }

  @Test
  void closesOfWhatNoRuleSawOpenAreReportedUnlessTheRuleIgnoresThem() {
    String rule = HEAD + "- {class: a.B, type: b, open: [<init>], close: [close]%s}\n";
    assertThat(ignoresUnknownCloses(rule.formatted(", unknown-close: ignore"))).isTrue();
    assertThat(ignoresUnknownCloses(rule.formatted(", unknown-close: report"))).isFalse();
    assertThat(ignoresUnknownCloses(rule.formatted(""))).isFalse();
  }

  private static boolean ignoresUnknownCloses(String text) {
    RuleFile file = parse(text);
    assertThat(file.problems()).isEmpty();
    int flags = accepted(file).rules().get(0).type().flags();
    return (flags & RecordLayout.TYPE_UNKNOWN_CLOSE_IGNORED) != 0;
  }

  @Test
  void namesThePackAfterTheFileWhenTheFileDoesNot() {
    assertThat(
            accepted(
                    RuleFile.of(
                        YamlFile.parse(
                            "conf/my rules.v2.yaml", HEAD + "- class: a.B\n", RuleFile.KIND)))
                .name())
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
            "rules.yaml:6:5: unknown clause 'opne', expected one of "
                + String.join(", ", RuleReader.names(Clauses.inOrder()))
                + " (did you mean 'open'?); this rule is ignored");
  }

  @Test
  void ignoresAnUnknownEntryBesideTheRules() {
    RuleFile file = parse("schema: tt-alloc-rules/1\nabuot: x\nrules: []\n");

    assertThat(file).isInstanceOf(RuleFile.Accepted.class);
    assertThat(lines(file))
        .containsExactly(
            "rules.yaml:2:1: unknown entry 'abuot', expected one of schema, pack, about, library, relocated, rules (did"
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
            accepted(
                    RuleFile.of(
                        YamlFile.parse(
                            "rules.yaml", text.getBytes(StandardCharsets.UTF_8), RuleFile.KIND)))
                .rules())
        .hasSize(1);
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    assertThat(
            lines(
                RuleFile.of(
                    YamlFile.parse("rules.yaml", new byte[] {'a', (byte) 0xff}, RuleFile.KIND))))
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
                + ": no such file ("
                + missing
                + "), expected a readable rule file; the file is ignored");
    assertThat(lines(RuleFile.read(folder)))
        .containsExactly(
            folder
                + ": not a regular file, expected a readable rule file; the file"
                + " is"
                + " ignored");
  }

  @Test
  void readsAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), HEAD + "- class: a.B\n");

    assertThat(accepted(RuleFile.read(file)).name()).isEqualTo("mine");
  }

  @Test
  void keepsEachProblemInOneLine() {
    assertThat(
            lines(
                RuleFile.of(
                    YamlFile.parse("a\nb.yaml", HEAD + "- \"x\\ny\\e[31m\": 1\n", RuleFile.KIND))))
        .allSatisfy(line -> assertThat(line).doesNotContain("\n", "\u001b"));
  }

  private static RuleFile parse(String yaml) {
    return RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND));
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
