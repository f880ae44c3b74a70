package io.ttalloc.agent.weave.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.ProbeText;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when classes that an earlier process has woven are used, and when they are woven again. */
class CachedWeavingTest {
  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Resource
        subtypes: true
        type: resource
        open: [<init>]
        close: [close]
        bytes: size.bytes
      - class: com.acme.Pool
        type: pool
        open: [<init>]
        close: [close]
        scope: [fill]
      """;

  private static final String SOURCE =
      """
      package com.acme;
      interface Resource extends AutoCloseable { @Override void close(); }
      class Size { long bytes = 4; }
      class Base { public Size size = new Size(); public void close() { } }
      class Buffer extends Base implements Resource { }
      class Pool extends Base implements AutoCloseable { void fill() { } }
      class Plain { }
      """;

  @TempDir Path folder;
  private Path classes;
  private Path kept;

  @BeforeEach
  void compile() throws IOException {
    classes = Files.createDirectory(folder.resolve("classes"));
    kept = Files.createDirectory(folder.resolve("kept"));
    WovenApplication.compile(classes, "Main", SOURCE);
  }

  @Test
  void theNextProcessWeavesNothing() throws Exception {
    Tracked first = new Tracked("key", RULES);
    byte[] buffer = first.woven("Buffer");
    byte[] pool = first.woven("Pool");
    assertThat(first.woven("Plain")).isNull();
    assertThat(first.loadedWeaver).isTrue();
    first.end();

    Tracked next = new Tracked("key", RULES);
    // The classes are loaded in the same order as before: otherwise, the types would have other
    // indexes in the code.
    assertThat(next.woven("Buffer")).isEqualTo(buffer);
    assertThat(next.woven("Pool")).isEqualTo(pool);
    assertThat(next.woven("Plain")).isNull();
    assertThat(next.loadedWeaver).isFalse();
    assertThat(next.weaving.unmatched()).isEmpty();
  }

  @Test
  void theProbeReceivesTheSameFacts() throws Exception {
    Tracked first = new Tracked("key", RULES);
    first.woven("Pool");
    first.end();
    Tracked next = new Tracked("key", RULES);
    next.woven("Pool");
    assertThat(next.loadedWeaver).isFalse();

    assertThat(ProbeText.of(next.probe)).isEqualTo(ProbeText.of(first.probe)).contains("pool");
  }

  @Test
  void aClassThatWasReadAndHasChangedCounts() throws Exception {
    weaveInOneProcess("Buffer", "Pool");
    WovenApplication.compile(
        classes, "Main", SOURCE.replace("long bytes = 4", "int bytes; long more = 4"));

    assertThat(isWovenAgain("Buffer")).as("it reads the size").isTrue();
    assertThat(isWovenAgain("Pool")).as("it does not").isFalse();
  }

  @Test
  void aSuperTypeThatHasChangedCounts() throws Exception {
    weaveInOneProcess("Buffer");
    WovenApplication.compile(
        classes, "Main", SOURCE.replace("close() { } }", "close() { size = null; } }"));

    assertThat(isWovenAgain("Buffer")).isTrue();
  }

  @Test
  void aClassThatIsMissingNowCounts() throws Exception {
    weaveInOneProcess("Pool");
    assertThat(isWovenAgain("Pool")).isFalse();
    Files.delete(classes.resolve("com/acme/Base.class"));
    assertThat(isWovenAgain("Pool")).isTrue();
  }

  @Test
  void otherRulesAndOtherKeysCount() throws Exception {
    weaveInOneProcess("Buffer", "Pool");
    assertThat(new Tracked("other", RULES).isWoven("Pool")).isTrue();
    String without =
        RULES.replace("  scope: [fill]\n", "") + "- {class: com.acme.Plain, use: [x]}\n";
    assertThat(new Tracked("key", without).isWoven("Pool")).isTrue();
    assertThat(isWovenAgain("Pool")).isFalse();
  }

  @Test
  void printsTheSameMessagesAgain() throws Exception {
    String wrong = RULES.replace("[fill]", "[fill, missing]");
    Tracked first = new Tracked("key", wrong);
    first.woven("Pool");
    first.end();
    assertThat(new Tracked("key", wrong).isWoven("Pool")).isTrue();
  }

  @Variant
  @Test
  void aDamagedFileIsAsGoodAsNone() throws Exception {
    byte[] woven = new Tracked("none", RULES).woven("Pool");
    weaveInOneProcess("Pool");
    Path file = onlyFile();
    byte[] good = Files.readAllBytes(file);
    for (int at = 0; at < good.length; at += 7) {
      byte[] bad = good.clone();
      bad[at] ^= 0x21;
      Files.write(file, bad);
      assertThat(new Tracked("key", RULES).woven("Pool")).as("byte %d", at).isEqualTo(woven);
    }
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> files = Files.list(kept)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  private void weaveInOneProcess(String... names) throws Exception {
    Tracked first = new Tracked("key", RULES);
    for (String name : names) {
      assertThat(first.woven(name)).isNotNull();
    }
    first.end();
  }

  private boolean isWovenAgain(String name) throws Exception {
    return new Tracked("key", RULES).isWoven(name);
  }

  /** A JVM with the agent. */
  private final class Tracked {
    final ProbeRules probe = new ProbeRules();
    final Weaving weaving;
    boolean loadedWeaver;

    Tracked(String key, String yaml) {
      List<Rule> rules = WovenApplication.rules(yaml);
      TrackingStart.Started started =
          new TrackingStart.Started(probe, (loader, name, statistics) -> {}, className -> {});
      TrackingStart start =
          new TrackingStart() {
            @Override
            public @Nullable Started start(MatchedRules matched) {
              return started;
            }

            @Override
            public CachedWeaving cache() {
              return CachedWeaving.in(kept, key, key + " of the program");
            }
          };
      weaving =
          new Weaving(
              WovenSelection.of(rules),
              start,
              new CodeOrigins(MainProgram.read()),
              new WeaverFactory(rules) {
                @Override
                public Weaver make() {
                  loadedWeaver = true;
                  return super.make();
                }
              });
    }

    byte @Nullable [] woven(String name) throws IOException {
      byte[] read = Files.readAllBytes(classes.resolve("com/acme/" + name + ".class"));
      try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
        return weaving.transform(loader, "com/acme/" + name, null, null, read);
      }
    }

    boolean isWoven(String name) throws IOException {
      assertThat(woven(name)).isNotNull();
      return loadedWeaver;
    }

    void end() {
      weaving.saveWoven();
    }
  }
}
