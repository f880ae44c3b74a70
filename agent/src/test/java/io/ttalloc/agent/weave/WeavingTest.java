package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.yaml.YamlFile;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeavingTest {
  private static final String SOURCE =
      """
      package com.acme;

      class First {
        void close() {}
      }

      class Second {
        void close() {}
      }
      """;

  @TempDir private Path folder;

  /** The first class of a rule may be loaded by a thread whose stack is nearly used up. */
  @Test
  void aFailureBetweenTheStartAndTheFirstClassIsNotedAndConcernsThatClassOnly() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
    int[] noted = {0};
    TrackingStart.Started started =
        new TrackingStart.Started(
            new ProbeRules(), (loader, name, statistics) -> {}, () -> noted[0]++);
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules()),
            matched -> started,
            new CodeOrigins(MainProgram.read()),
            new WeaverFactory(rules()) {
              private boolean failed;

              @Override
              Weaver make(ProbeRules probeRules) {
                if (!failed) {
                  failed = true;
                  throw new StackOverflowError();
                }
                return super.make(probeRules);
              }
            });

    assertThat(weave(weaving, "First")).isNull();
    assertThat(noted[0]).isEqualTo(1);
    assertThat(weaving.notWoven()).containsExactly("com.acme.First");
    assertThat(weave(weaving, "Second")).isNotNull();
    assertThat(noted[0]).isEqualTo(1);
  }

  private byte @Nullable [] weave(Weaving weaving, String name) throws IOException {
    byte[] classFile = Files.readAllBytes(folder.resolve("com/acme/" + name + ".class"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return weaving.transform(loader, "com/acme/" + name, null, null, classFile);
    }
  }

  private static List<Rule> rules() {
    String text = "schema: tt-alloc-rules/1\nrules:\n" + rule("First") + rule("Second");
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND));
    return ((RuleFile.Accepted) file).pack().rules();
  }

  private static String rule(String name) {
    return "- {class: com.acme.%s, type: thing, open: [<init>], close: [close]}%n".formatted(name);
  }
}
