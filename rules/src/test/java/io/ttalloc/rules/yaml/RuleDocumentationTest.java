package io.ttalloc.rules.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that {@code docs/rules.md} agrees with the reader of rules: that its examples can be read,
 * and that the messages that it shows are those of the reader.
 */
class RuleDocumentationTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  @Test
  void everyExampleIsReadWithoutAProblem() throws IOException {
    List<String> examples = blocks("yaml");

    assertThat(examples).hasSizeGreaterThan(8);
    for (String example : examples) {
      String file = example.startsWith("schema:") ? example : HEAD + example;
      assertThat(RuleFile.of(YamlFile.parse("rules.yaml", file, RuleFile.KIND)).problems())
          .as(example)
          .isEmpty();
    }
  }

  @Test
  void theBadExampleGivesTheLinesThatAreShown() throws IOException {
    RuleFile file =
        RuleFile.of(YamlFile.parse("rules.yaml", blocks("yaml bad").get(0), RuleFile.KIND));

    assertThat(((RuleFile.Accepted) file).pack().rules()).hasSize(1);
    List<String> lines = file.problems().stream().map(Problem::line).toList();
    assertThat(blocks("text")).contains(String.join("\n", lines) + "\n");
  }

  @Test
  void everyClauseHasAnExample() throws IOException {
    String examples = String.join("", blocks("yaml"));

    for (String clause : RuleReader.names(Clauses.inOrder())) {
      assertThat(examples).containsPattern("(?m)^[- ]+" + clause + ":");
    }
  }

  private static List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = null;
    for (String line : Files.readAllLines(document())) {
      if (block == null && line.equals("```" + language)) {
        block = new StringBuilder();
      } else if (block != null && line.equals("```")) {
        blocks.add(block.toString());
        block = null;
      } else if (block != null) {
        block.append(line).append('\n');
      }
    }
    return blocks;
  }

  private static Path document() {
    return Path.of("..", "docs", "rules.md");
  }
}
