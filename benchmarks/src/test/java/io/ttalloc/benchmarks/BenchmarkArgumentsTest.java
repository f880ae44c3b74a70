package io.ttalloc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        .hasMessageStartingWith("--only has 'gc', expected of [hooks, hello, ");
    assertThatThrownBy(() -> parse("--out"))
        .hasMessage("--out needs a value; nothing was measured");
  }

  private static BenchmarkArguments parse(String... args) {
    return BenchmarkArguments.parse(args);
  }
}
