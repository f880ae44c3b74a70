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
  void onlyOnePartIsMeasuredWhenAskedFor() {
    assertThat(parse("--only", "hooks"))
        .isEqualTo(new BenchmarkArguments(false, true, false, false, null));
    assertThat(parse("--only", "process"))
        .isEqualTo(new BenchmarkArguments(false, false, true, false, null));
    assertThat(parse("--only", "watching"))
        .isEqualTo(new BenchmarkArguments(false, false, false, true, null));
  }

  @Test
  void whatIsNotKnownIsSaid() {
    assertThatThrownBy(() -> parse("--fast"))
        .hasMessage("unknown argument '--fast'; nothing was measured");
    assertThatThrownBy(() -> parse("--only", "gc"))
        .hasMessage(
            "--only is 'gc', expected one of [hooks, process, watching]; nothing was measured");
    assertThatThrownBy(() -> parse("--out"))
        .hasMessage("--out needs a value; nothing was measured");
  }

  private static BenchmarkArguments parse(String... args) {
    return BenchmarkArguments.parse(args);
  }
}
