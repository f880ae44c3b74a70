package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs every command that these papers show, and compares the output with that in the papers. */
@Variant
class ShownRunsIT {
  private static final Pattern COMPUTED = Pattern.compile("`SeedClaimsIT\\.(\\w+)`");

  /** The output of each command, kept because papers show several parts of one run. */
  private static final Map<String, String> SAID = new HashMap<>();

  @TempDir private static Path folder;

  private static Paper paper(String name) {
    return Paper.read(Repository.root().resolve("docs").resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reports.md", "tt-metal.md"})
  void whatIsShownIsWhatARunSays(String name) throws Exception {
    Paper paper = paper(name);
    writeFiles(paper);
    List<List<String>> shown = paper.blocks("console");

    assertThat(shown).hasSizeGreaterThan(8);
    for (List<String> block : shown) {
      assertThat(block.get(0)).startsWith("$ ");
      String said = said(block.get(0).substring(2));
      if (block.size() == 1) {
        assertThat(said).as("what %s prints", block.get(0)).isEmpty();
      } else {
        Excerpt.assertIsIn(block.subList(1, block.size()), said);
      }
    }
  }

  private static String said(String command) throws IOException, InterruptedException {
    String said = SAID.get(command);
    if (said == null) {
      said = new ShownRun(folder).output(command);
      SAID.put(command, said);
    }
    return said;
  }

  /** Writes the files that a paper lists; the first line of each is a comment with its name. */
  private static void writeFiles(Paper paper) throws IOException {
    for (String language : List.of("java", "yaml")) {
      for (List<String> block : paper.blocks(language)) {
        String name = block.get(0).replaceAll("^(//|#) ", "");
        assertThat(name).matches("\\w+\\." + language);
        Files.write(folder.resolve(name), block);
      }
    }
  }

  @Test
  void everyComputationOfTheClaimsIsCitedAndExists() {
    Set<String> cited = new TreeSet<>();
    Matcher computed = COMPUTED.matcher(paper("tt-metal.md").text());
    while (computed.find()) {
      cited.add(computed.group(1));
    }
    Set<String> tests =
        Arrays.stream(SeedClaimsIT.class.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .map(method -> method.getName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(cited).isEqualTo(tests);
  }
}
