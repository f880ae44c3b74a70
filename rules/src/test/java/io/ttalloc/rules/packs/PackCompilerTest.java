package io.ttalloc.rules.packs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.Position;
import io.ttalloc.text.yaml.YamlFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
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

    RulePack source =
        ((RuleFile.Accepted) RuleFile.of(YamlFile.parse("every-clause.yaml", yaml, RuleFile.KIND)))
            .pack();
    assertThat(source.rules()).hasSize(4);
    assertThat(decode("every-clause")).usingRecursiveComparison().isEqualTo(source);
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
  void failsOnAnyProblemAndReportsAll() throws IOException {
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
      assertThatThrownBy(() -> CompiledPacks.decode("every-clause", truncated))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the compiled pack 'every-clause' is damaged: ");
    }
    bytes[0]++;
    assertThatThrownBy(() -> CompiledPacks.decode("every-clause", bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not compiled YAML in the format of this version");
  }

  @Test
  void answersDamagedBytesWithAPackOrAnIoException() throws IOException {
    Files.write(rules.resolve("every-clause.yaml"), everyClause());
    compile();
    byte[] good = Files.readAllBytes(packs.resolve("every-clause.pack"));
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      try {
        assertThat(CompiledPacks.decode("every-clause", bad)).isNotNull();
      } catch (IOException damaged) {
        refused++;
      }
    }
    assertThat(refused).isBetween(5_000, 19_999);
  }

  @Test
  void loadsFromAJarWithoutTheYamlParser() throws Exception {
    Files.write(rules.resolve("every-clause.yaml"), everyClause());
    compile();
    Path jar = Files.createDirectory(folder.resolve("with space")).resolve("agent.jar");
    Path classes =
        Path.of(CompiledPacks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      addAll(out, classes.resolve("io"), classes);
      addAll(out, folder.resolve("classes"), folder.resolve("classes"));
    }

    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {
              jar.toUri().toURL(),
              Position.class.getProtectionDomain().getCodeSource().getLocation()
            },
            ClassLoader.getPlatformClassLoader())) {
      Class<?> compiled = loader.loadClass(CompiledPacks.class.getName());
      Object packs = compiled.getConstructor(File.class).newInstance(jar.toFile());
      assertThat(compiled.getMethod("names").invoke(packs)).isEqualTo(List.of("every-clause"));
      assertThat(compiled.getMethod("load", String.class).invoke(packs, "every-clause"))
          .hasToString(decode("every-clause").toString());
      assertThat(compiled.getMethod("load", String.class).invoke(packs, "none")).isNull();
    }
  }

  private static void addAll(JarOutputStream jar, Path folder, Path root) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new ZipEntry(root.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, jar);
      }
    }
  }

  private void compile() throws IOException {
    PackCompiler.main(new String[] {rules.toString(), folder.resolve("classes").toString()});
  }

  private RulePack decode(String name) throws IOException {
    return CompiledPacks.decode(name, Files.readAllBytes(packs.resolve(name + ".pack")));
  }

  private static byte[] everyClause() throws IOException {
    try (InputStream in = PackCompilerTest.class.getResourceAsStream("/rules/every-clause.yaml")) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    }
  }
}
