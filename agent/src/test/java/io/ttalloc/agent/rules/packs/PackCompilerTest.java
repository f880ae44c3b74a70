package io.ttalloc.agent.rules.packs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.agent.rules.RulePack;
import io.ttalloc.agent.rules.yaml.RuleFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackCompilerTest {
  private static final String PLAIN = "schema: tt-alloc-rules/1\nrules:\n- class: a.B\n";

  @TempDir Path folder;
  private Path rules;
  private Path packs;

  @BeforeEach
  void makeFolders() throws IOException {
    rules = Files.createDirectory(folder.resolve("rules"));
    packs = folder.resolve("classes").resolve(CompiledPacks.FOLDER);
  }

  @Test
  void compiledPackEqualsItsSource() throws IOException {
    byte[] yaml = everyClause();
    Files.write(rules.resolve("every-clause.yaml"), yaml);

    compile();

    RulePack source = ((RuleFile.Accepted) RuleFile.parse("every-clause.yaml", yaml)).pack();
    assertThat(source.rules()).hasSize(4);
    assertThat(decode("every-clause")).isEqualTo(source);
  }

  @Test
  void listsThePacksSorted() throws IOException {
    Files.writeString(rules.resolve("b.yaml"), PLAIN);
    Files.writeString(rules.resolve("a.yaml"), PLAIN);
    Files.writeString(rules.resolve("README.md"), "not a pack");

    compile();

    assertThat(packs.resolve("index")).hasContent("a\nb\n");
  }

  @Test
  void writesAnEmptyListWhenThereAreNoRules() throws IOException {
    Files.delete(rules);

    compile();

    assertThat(packs.resolve("index")).isEmptyFile();
  }

  @Test
  void removesPacksThatHaveNoSourceAnyMore() throws IOException {
    Path old = Files.writeString(rules.resolve("old.yaml"), PLAIN);
    compile();
    assertThat(packs.resolve("old.pack")).exists();
    Files.delete(old);

    compile();

    assertThat(packs.resolve("old.pack")).doesNotExist();
  }

  @Test
  void failsOnAnyProblemAndTellsAll() throws IOException {
    Files.writeString(rules.resolve("a.yaml"), PLAIN + "  opne: [x]\n");
    Files.writeString(rules.resolve("b.yaml"), "nothing");
    Files.writeString(rules.resolve("c.yaml"), "pack: d\n" + PLAIN);

    assertThatThrownBy(this::compile)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a.yaml:4:3: unknown clause 'opne'")
        .hasMessageContaining("b.yaml:1:1: 'nothing', expected a mapping")
        .hasMessageContaining("c.yaml: pack: d, expected the file's name: c");
    assertThat(packs.resolve("index")).doesNotExist();
  }

  @Test
  void refusesEveryTruncationAndOtherVersions() throws IOException {
    Files.write(rules.resolve("every-clause.yaml"), everyClause());
    compile();
    byte[] bytes = Files.readAllBytes(packs.resolve("every-clause.pack"));

    for (int length = 0; length < bytes.length; length++) {
      byte[] truncated = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> PackInput.decode("every-clause", truncated))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the compiled pack 'every-clause' is damaged: ");
    }
    bytes[4]++;
    assertThatThrownBy(() -> PackInput.decode("every-clause", bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("version 1");
  }

  private void compile() throws IOException {
    PackCompiler.main(new String[] {rules.toString(), folder.resolve("classes").toString()});
  }

  private RulePack decode(String name) throws IOException {
    return PackInput.decode(name, Files.readAllBytes(packs.resolve(name + ".pack")));
  }

  private static byte[] everyClause() throws IOException {
    try (InputStream in = PackCompilerTest.class.getResourceAsStream("/rules/every-clause.yaml")) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    }
  }
}
