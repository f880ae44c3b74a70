package io.ttalloc.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.packs.CompiledPacks;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CodeInRulesTest {
  /** The classes whose system code frames tell, of a pack with all kinds of it. */
  private static List<String> knownByFrames(boolean late) throws Exception {
    return Objects.requireNonNull(CompiledPacks.load("jdk-threads")).rules().stream()
        .filter(rule -> CodeInRules.isKnownByFrames(rule, late))
        .map(Rule::classes)
        .map(Object::toString)
        .toList();
  }

  @Test
  void framesTellOfCodeThatIsNotWoven() throws Exception {
    assertThat(knownByFrames(false))
        .contains("java.lang.VirtualThread", "jdk.jfr.internal.**")
        .doesNotContain("java.lang.ProcessHandleImpl");
  }

  @Test
  void framesTellOfAllSystemCodeThatMayRunAlready() throws Exception {
    assertThat(knownByFrames(true))
        .contains("java.lang.VirtualThread", "jdk.jfr.internal.**", "java.lang.ProcessHandleImpl")
        .doesNotContain("java.util.Timer");
  }
}
