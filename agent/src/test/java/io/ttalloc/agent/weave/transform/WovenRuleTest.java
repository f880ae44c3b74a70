package io.ttalloc.agent.weave.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.RuleMapping;
import io.ttalloc.text.yaml.Position;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WovenRuleTest {
  @Test
  void aRuleHasATypeInTheProbeIfAnyOfItsClausesUsesIt() throws IOException {
    assertThat(typeIndex(true)).isNotNegative();
    assertThat(typeIndex(false)).isEqualTo(-1);
  }

  private static int typeIndex(boolean isUsed) throws IOException {
    Rule rule =
        Rule.of(
            Objects.requireNonNull(ClassPattern.parse("com.acme.Pool")),
            new NewClause(isUsed),
            "drain",
            Position.wholeFile("rules.yaml"));
    ProbeFacts facts = new ProbeFacts(Placeholders.notIn(classFile()));
    return WovenRule.of(rule, rule.type(), facts, new ReleaseCalls(List.of(rule))).typeIndex();
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(WovenRuleTest.class.getResourceAsStream("WovenRuleTest.class"))) {
      return in.readAllBytes();
    }
  }

  /** A clause of a new kind. */
  private static final class NewClause extends Clause<String> {
    private final boolean isTypeUsed;

    NewClause(boolean isTypeUsed) {
      super("drain");
      this.isTypeUsed = isTypeUsed;
    }

    @Override
    public String read(RuleMapping rule) {
      return name();
    }

    @Override
    public boolean usesType(String said) {
      return isTypeUsed;
    }
  }
}
