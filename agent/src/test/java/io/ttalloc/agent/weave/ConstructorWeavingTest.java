package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Constructors in which code runs before the superclass constructor, with parameters that occupy
 * two slots.
 */
class ConstructorWeavingTest {
  private static final String OPEN =
      "- {class: com.acme.Block, type: block, open: [<init>], close: [close]}\n";
  private static final String OWNS =
      "- {class: com.acme.Block, type: block, open: [<init>], close: [close], scope: [<init>]}\n";
  private static final String PART =
      "- {class: com.acme.Part, type: part, open: [<init>], close: [close]}\n";
  private static final String SCOPE = "- {class: com.acme.Block, scope: [<init>]}\n";
  private static final String SYSTEM = "- {class: com.acme.Block, infrastructure: [<init>]}\n";

  private static final String APPLICATION =
      """
      package com.acme;

      class Base {
        Base(long size) {}
      }

      class Part {
        void close() {}
      }

      class Block extends Base {
        final Part part;

        Block(long size, double factor) {
          super(size > 3 ? (long) (size * factor) : Long.parseLong("2"));
          part = size > 2 ? new Part() : null;
        }

        void close() {}
      }

      public class Main implements Runnable {
        static Object kept;

        public void run() {
          new Block(2, 1.5).close();
          kept = new Block(4, 1.5);
        }
      }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        OPEN + PART,
        OWNS + PART,
        OPEN + SCOPE + PART,
        SCOPE + OPEN + PART,
        OPEN + SYSTEM + PART,
        OPEN + SCOPE + SYSTEM + PART,
        SYSTEM + SCOPE + OPEN + PART,
        OPEN + OPEN + PART
      })
  void rulesOfAnyNumberAndOrderMayBeAboutOneConstructor(String rules) throws Exception {
    WovenApplication.Recorded recorded = WovenApplication.run(folder, APPLICATION, rules(rules));

    assertThat(recorded.ofType("block")).hasSize(1);
    assertThat(recorded.ofType("part")).hasSize(1);
    SlotEntry part = recorded.ofType("part").get(0);
    assertThat(part.ownership().owner() != null).isEqualTo(rules.contains("scope"));
  }

  private static List<Rule> rules(String rules) {
    String text = "schema: tt-alloc-rules/1\nrules:\n" + rules;
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND));
    return ((RuleFile.Accepted) file).pack().rules();
  }
}
