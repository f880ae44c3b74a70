package io.ttalloc.agent.fuzz;

import io.ttalloc.testing.Reliability;
import io.ttalloc.text.yaml.YamlFile;
import org.junit.jupiter.api.Nested;

/** The fuzz tests with many more inputs, and with the largest files that are read. */
@Reliability
class LongFuzzTest {
  @Nested
  class OfOptions extends OptionsFuzzTest {
    @Override
    int mutants() {
      return Mutator.MANY;
    }
  }

  @Nested
  class OfRuleFiles extends RuleFileFuzzTest {
    @Override
    int mutants() {
      return Mutator.MANY;
    }

    @Override
    int largeBytes() {
      return YamlFile.MAX_BYTES;
    }
  }
}
