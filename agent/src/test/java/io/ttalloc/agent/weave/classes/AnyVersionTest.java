package io.ttalloc.agent.weave.classes;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.TrackingStart;
import io.ttalloc.agent.weave.Weaving;
import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests class files whose version the agent does not know. */
class AnyVersionTest {
  private static final String SOURCE =
      """
      package com.acme;

      interface Closing { void close(); }

      class First implements Closing {
        public void close() {}
      }

      class Second extends First {}

      class Stream implements AutoCloseable {
        @Override public void close() { new First().close(); }
      }

      class Other extends Thread {}
      """;

  private static final String FIRST = "{class: com.acme.First, type: a, open: [<init>]}";

  private static final String CLOSING =
      "{class: com.acme.Closing, subtypes: true, type: a, open: [<init>], close: [close]}";

  private static final String WHY =
      " could not be woven (java.lang.IllegalArgumentException: Unsupported class file major version"
          + " 99): the class runs unchanged and is not tracked";

  @TempDir private Path folder;

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private int missed;

  @BeforeEach
  void listen() throws IOException {
    WovenApplication.compile(folder, "Main", SOURCE);
    Console.copyTo(lines);
  }

  @AfterEach
  void listenNoMore() {
    Console.copyTo(null);
  }

  private Weaving weaving(WovenSelection wanted) {
    return new Weaving(
        wanted,
        new TrackingStart() {
          @Override
          public Started start(MatchedRules rules) {
            return new Started(
                new ProbeRules(), (loader, name, statistics) -> {}, className -> missed++);
          }

          @Override
          public void missed() {
            missed++;
          }
        },
        new CodeOrigins(MainProgram.read()));
  }

  private static WovenSelection rules(String rule) {
    return WovenSelection.of(rulesOf(rule));
  }

  private static List<Rule> rulesOf(String rule) {
    String text = "schema: tt-alloc-rules/1\nrules:\n- " + rule + "\n";
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND));
    return ((RuleFile.Accepted) file).pack().rules();
  }

  private Path file(String name) {
    return folder.resolve("com/acme/" + name + ".class");
  }

  private void makeNewer(String name) throws IOException {
    byte[] classFile = Files.readAllBytes(file(name));
    classFile[7] = 99;
    Files.write(file(name), classFile);
  }

  private byte @Nullable [] weave(Weaving weaving, String name) throws IOException {
    byte[] classFile = Files.readAllBytes(file(name));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return weaving.transform(loader, "com/acme/" + name, null, null, classFile);
    }
  }

  @Test
  void aNewerClassThatARuleNamesIsReportedOnceAndCounted() throws Exception {
    makeNewer("First");
    Weaving weaving = weaving(rules(FIRST));

    assertThat(weave(weaving, "First")).isNull();

    assertThat(lines).containsExactly("com.acme.First" + WHY);
    assertThat(weaving.notWoven()).containsExactly("com.acme.First");
    assertThat(missed).isEqualTo(1);
  }

  @Test
  void aNewerClassWhoseSuperTypeARuleNamesIsReportedOnceAndCounted() throws Exception {
    makeNewer("Second");
    makeNewer("First");
    Weaving weaving = weaving(rules(CLOSING));

    assertThat(weave(weaving, "Second")).isNull();

    assertThat(lines).containsExactly("com.acme.Second" + WHY);
    assertThat(weaving.notWoven()).containsExactly("com.acme.Second");
    assertThat(missed).isEqualTo(1);
    assertThat(weaving.unmatched()).isEmpty();
  }

  @Test
  void aNewerClassThatIsTrackedWithoutARuleIsReportedOnceAndCounted() throws Exception {
    makeNewer("Stream");
    Weaving weaving = weaving(tracked());

    assertThat(weave(weaving, "Stream")).isNull();

    assertThat(lines).containsExactly("com.acme.Stream" + WHY);
    assertThat(missed).isEqualTo(1);
  }

  private static WovenSelection tracked() {
    ClassPattern all = new ClassPattern("com.acme", ClassPattern.Kind.PACKAGE);
    return new WovenSelection(List.of(), List.of(), new TrackedPackages(List.of(all), List.of()));
  }

  @Test
  void aNewerClassThatNoRuleIsAboutIsNotReported() throws Exception {
    makeNewer("Other");

    for (WovenSelection wanted : List.of(rules(CLOSING), tracked())) {
      Weaving weaving = weaving(wanted);
      assertThat(weave(weaving, "Other")).isNull();
      assertThat(weaving.notWoven()).isEmpty();
    }

    assertThat(lines).isEmpty();
    assertThat(missed).isZero();
  }

  @Test
  void aClassOfANewerInterfaceIsWovenByTheRuleOfThat() throws Exception {
    makeNewer("Closing");

    assertThat(weave(weaving(rules(CLOSING)), "First")).isNotNull();

    assertThat(lines).isEmpty();
    assertThat(missed).isZero();
  }

  /** The close methods are declared in the superclass, which could not be woven. */
  @Test
  void aClassOfANewerSuperClassThatARuleNamesIsNotWovenEither() throws Exception {
    makeNewer("First");

    assertThat(weave(weaving(rules(CLOSING)), "Second")).isNull();

    assertThat(lines).singleElement().asString().startsWith("com.acme.Second could not be woven (");
    assertThat(missed).isEqualTo(1);
  }

  @Test
  void aClassOfANewerSuperClassThatNoRuleNamesIsWoven() throws Exception {
    makeNewer("First");
    String rule = "{class: com.acme.Second, type: a, open: [<init>], close: [close]}";

    assertThat(weave(weaving(rules(rule)), "Second")).isNotNull();

    assertThat(lines).isEmpty();
    assertThat(missed).isZero();
  }
}
