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
  }

  @Test
  void onlyOneHalfIsMeasuredWhenAskedFor() {
    assertThat(parse("--only", "hooks").process()).isFalse();
    assertThat(parse("--only", "process").hooks()).isFalse();
  }

  @Test
  void whatIsNotKnownIsSaid() {
    assertThatThrownBy(() -> parse("--fast"))
        .hasMessage("unknown argument '--fast'; nothing was measured");
    assertThatThrownBy(() -> parse("--only", "gc"))
        .hasMessage("--only is 'gc', expected hooks or process; nothing was measured");
    assertThatThrownBy(() -> parse("--out"))
        .hasMessage("--out needs a value; nothing was measured");
  }

  private static BenchmarkArguments parse(String... args) {
    return BenchmarkArguments.parse(args);
  }
}
