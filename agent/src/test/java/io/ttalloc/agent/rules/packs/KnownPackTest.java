package io.ttalloc.agent.rules.packs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.yaml.YamlFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownPackTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "rocksdb org.rocksdb.**", "b com.acme.Pool$Entry com.acme.*"})
  void aLineOfTheIndexIsReadAsItIsWritten(String line) {
    assertThat(KnownPack.of(line).line()).isEqualTo(line);
  }

  @Test
  void isKnownByAnyOfItsClasses() {
    KnownPack pack = KnownPack.of("b com.acme.Pool com.acme.db.**");

    assertThat(pack.knownFrom("com/acme/db/x/Y")).hasToString("com.acme.db.**");
    assertThat(pack.knownFrom("com.acme.Pool")).hasToString("com.acme.Pool");
    assertThat(pack.knownFrom("com/acme/Pool2")).isNull();
    assertThat(KnownPack.of("c").knownFrom("c")).isNull();
  }

  @Test
  void aPackThatSaysNothingIsKnownByTheClassesOfItsRules() {
    RuleFile file =
        RuleFile.of(
            YamlFile.parse(
                "acme.yaml",
                """
                schema: tt-alloc-rules/1
                rules:
                - {class: com.acme.Pool, type: pool, open: [<init>], close: [close]}
                - {class: com.acme.db.*, cycle: [next]}
                - {class: com.acme.io.*, infrastructure: [init]}
                - {class: com.acme.Pool, sites: {a: b}}
                """,
                RuleFile.KIND));

    assertThat(KnownPack.of(((RuleFile.Accepted) file).pack()).line())
        .isEqualTo("acme com.acme.Pool com.acme.db.*");
  }

  @Test
  void theIndexSaysWhatThePacksSay() throws IOException {
    List<KnownPack> known = CompiledPacks.known();

    assertThat(known).extracting(KnownPack::name).isEqualTo(CompiledPacks.names());
    for (KnownPack pack : known) {
      RulePack read = requireNonNull(CompiledPacks.load(pack.name()));
      assertThat(pack.knownBy()).isNotEmpty().isEqualTo(KnownPack.of(read).knownBy());
    }
    assertThat(known)
        .contains(
            new KnownPack("tt-runtime", List.of(ClassPattern.parse("io.ttalloc.runtime.**"))));
  }
}
