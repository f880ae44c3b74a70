package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.Problem;
import io.ttalloc.text.yaml.YamlFile;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the clause that docs/extending.md shows, reads the rules next to it, and runs both. */
class ExtendingClauseTest {
  private static final String HEAD = "schema: tt-alloc-rules/1\nrules:\n";

  private static final String APPLICATION =
      """
      package com.acme;

      class Pool {
        private boolean asked;

        Pool itself() {
          if (asked) {
            throw new IllegalStateException("asked twice");
          }
          asked = true;
          return this;
        }
      }

      class Connection implements AutoCloseable {
        void attachTo(Pool pool) {}

        @Override
        public void close() {}
      }

      public class Main implements Runnable {
        static final Pool POOL = new Pool();
        static final Connection HELD = new Connection();
        static final Connection FREE = new Connection();

        @Override
        public void run() {
          HELD.attachTo(POOL);
          FREE.attachTo(null);
        }
      }
      """;

  @TempDir private Path folder;
  private final List<Clause<?>> clauses = new ArrayList<>(Clauses.inOrder());
  private String rules = "";

  @BeforeEach
  void compileThePaper() throws Exception {
    String paper = Files.readString(Path.of("..", "docs", "extending.md"));
    String source = found(paper, "```java\n// AcmeHeldByClause\\.java\n(.*?)```");
    rules = HEAD + found(paper, "```yaml\n([^`]*acme-held-by:.*?)```");
    WovenApplication.compile(folder, "AcmeHeldByClause", source);
    // The loader stays open, since the clause loads its advice when a class is woven.
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
    Constructor<?> constructor =
        loader.loadClass("io.ttalloc.rules.clause.AcmeHeldByClause").getDeclaredConstructor();
    constructor.setAccessible(true);
    clauses.add((Clause<?>) constructor.newInstance());
  }

  @Test
  void theClauseOfThePaperShowsWhichCacheHoldsAResource() throws Exception {
    run(rules, APPLICATION);
  }

  @Test
  void theClauseOfThePaperReadsItsValueOnce() throws Exception {
    assertThat(rules).contains("cache: $0");
    // A method cannot be called on a null value, so no null is passed.
    run(
        rules.replace("cache: $0", "cache: $0.itself()"),
        APPLICATION.replace("FREE.attachTo(null);", ""));
  }

  private void run(String rulesOfIt, String application) throws Exception {
    RuleFile file = read(rulesOfIt);
    assertThat(file.problems()).isEmpty();

    WovenApplication.Recorded recorded =
        WovenApplication.run(folder, application, ((RuleFile.Accepted) file).pack().rules());

    SlotEntry pool = recorded.ofType("connection pool").get(0);
    assertThat(recorded.ofType("connection"))
        .extracting(
            slot -> slot.ownership().held() == null ? null : slot.ownership().held().holder())
        .containsExactlyInAnyOrder(pool.id(), null);
  }

  @Test
  void theClauseOfThePaperReportsWhatIsWrong() {
    RuleFile file = read(HEAD + "- class: a.B\n  acme-held-by: [{method: attachTo}]\n");

    assertThat(file.problems())
        .extracting(Problem::line)
        .containsExactly(
            "rules.yaml:4:19: 'acme-held-by' without 'cache', expected cache: VALUE as well, where"
                + " the method gets the cache from; this rule is ignored");
  }

  private static String found(String paper, String pattern) {
    Matcher example = Pattern.compile(pattern, Pattern.DOTALL).matcher(paper);
    assertThat(example.find()).as(pattern).isTrue();
    return example.group(1);
  }

  private RuleFile read(String yaml) {
    return RuleFile.of(YamlFile.parse("rules.yaml", yaml, RuleFile.KIND), clauses);
  }
}
