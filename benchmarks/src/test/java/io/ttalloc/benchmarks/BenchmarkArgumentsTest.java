package io.ttalloc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkArgumentsTest {

  @Test
  void onlyACompleteRunReplacesTheKeptPapers() {
    assertThat(parse().isComplete()).isTrue();
    assertThat(parse("--quick").isComplete()).isFalse();
    assertThat(parse("--only", "hooks").isComplete()).isFalse();
    assertThat(parse("--only", "watching").isComplete()).isFalse();
  }

  @Test
  void onlyThePartsAreMeasuredThatAreAskedFor() {
    assertThat(parse("--only", "hello,signal").parts()).containsExactly("hello", "signal");
    assertThat(parse().parts()).contains("hooks", "hello", "signal", "service", "watching");
  }

  @Test
  void whatAnotherAgentOrJdkGivesReplacesNoKeptPapers() {
    assertThat(parse("--agent", "old.jar").isComplete()).isFalse();
    assertThat(parse("--java", "/jdk").isComplete()).isFalse();
  }

  @Test
  void whatIsNotKnownIsSaid() {
    assertThatThrownBy(() -> parse("--fast"))
        .hasMessage("unknown argument '--fast'; nothing was measured");
    assertThatThrownBy(() -> parse("--only", "gc"))
        .hasMessageStartingWith("--only has 'gc', expected some of [hooks, hello, ");
    assertThatThrownBy(() -> parse("--out"))
        .hasMessage("--out needs a value; nothing was measured");
  }

  /** Only the arguments are checked, because a measurement would take too long. */
  @Test
  void theMeasurementsOfTheContributingPageAreUnderstood() throws IOException {
    String java = "$ java -jar benchmarks/target/tt-alloc-benchmarks.jar ";
    List<BenchmarkArguments> shown =
        Files.readAllLines(Path.of("..", "CONTRIBUTING.md")).stream()
            .filter(line -> line.startsWith(java))
            .map(line -> parse(line.substring(java.length()).split(" ")))
            .toList();

    assertThat(shown).hasSize(2);
    assertThat(shown.get(0).parts()).isEqualTo(shown.get(1).parts());
    assertThat(shown.get(0).agent()).isNotNull();
    assertThat(shown.get(1).agent()).isNull();
  }

  private static BenchmarkArguments parse(String... args) {
    return BenchmarkArguments.parse(args);
  }
}
