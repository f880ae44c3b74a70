package io.ttalloc.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.Rule;
import io.ttalloc.rules.packs.CompiledPacks;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CodeFactsTest {
  /**
   * The pack {@code jdk-threads} has rules for system code that is known by its frames, and rules
   * for code that is woven.
   */
  @Test
  void framesShowCodeThatIsNotWoven() throws Exception {
    List<String> knownByFrames =
        Objects.requireNonNull(new CompiledPacks(null).load("jdk-threads")).rules().stream()
            .filter(CodeFacts::isKnownByFrames)
            .map(Rule::classes)
            .map(Object::toString)
            .toList();

    assertThat(knownByFrames)
        .contains("java.lang.VirtualThread", "jdk.jfr.internal.**")
        .doesNotContain("java.lang.ProcessHandleImpl", "java.util.Timer");
  }
}
