package io.ttalloc.rules.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.RulePack;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the packs that the build has compiled, read from the class path. */
class CompiledPacksTest {
  private static final Path SOURCES = Path.of("");

  @Test
  void hasOnePackForEachFileOfTheRepository() throws IOException {
    List<String> sources = new ArrayList<>();
    if (Files.isDirectory(SOURCES)) {
      try (var files = Files.newDirectoryStream(SOURCES, "*.yaml")) {
        files.forEach(file -> sources.add(file.getFileName().toString().replace(".yaml", "")));
      }
    }

    assertThat(new CompiledPacks(null).names())
        .containsExactlyInAnyOrderElementsOf(sources)
        .isSorted();
  }

  @Test
  void loadsWhatTheFilesSay() throws IOException {
    for (String name : new CompiledPacks(null).names()) {
      String file = name + ".yaml";
      RulePack source =
          ((RuleFile.Accepted)
                  RuleFile.of(
                      YamlFile.parse(
                          file, Files.readAllBytes(SOURCES.resolve(file)), RuleFile.KIND)))
              .pack();

      assertThat(new CompiledPacks(null).load(name)).usingRecursiveComparison().isEqualTo(source);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none", "../packs/index", "a/b", "\0", "index"})
  void hasNoPackOfAnotherName(String name) throws IOException {
    assertThat(new CompiledPacks(null).load(name)).isNull();
  }
}
