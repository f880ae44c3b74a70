package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.check.ResourceField;
import io.ttalloc.agent.weave.check.UnknownMember;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.agent.weave.transform.ReleaseCalls;
import io.ttalloc.agent.weave.transform.Weaver;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weaves methods whose resource is not the object on which they are called. */
class ResourceOfMethodWeavingTest {
  private static final String ALLOCATOR =
      """
      - class: com.acme.Allocator
        type: block
        open: [{method: allocate, resource: result}]
        close: [{method: release, resource: $0}]
      """;

  private static final String ALLOCATOR_CLASS =
      """
      package com.acme;
      class Allocator {
        Object allocate() { return new Object(); }
        void release(Object block) { }
      }
      """;

  @TempDir Path folder;

  private static List<Rule> rules(String yaml) {
    String text = "schema: tt-alloc-rules/1\nrules:\n" + yaml;
    return WovenApplication.rules(text);
  }

  @Test
  void aResourceThatIsNoObjectDoesNotFit() throws Exception {
    assertThat(refusal("{method: count, resource: result}"))
        .isEqualTo("rules.yaml:3:69: 'result' of type int does not fit, expected an object");
    assertThat(refusal("{method: nothing, resource: result}"))
        .startsWith(
            "rules.yaml:3:71: 'result' does not fit, expected a method that returns a value, not ");
    assertThat(refusal("{method: nothing, resource: $0}"))
        .startsWith("rules.yaml:3:71: '$0' does not fit, expected a parameter of ");
  }

  @Test
  void whatANumberIsOfMustBeAnObjectThatTheCallHas() throws Exception {
    assertThat(refusal("{method: count, key: result, of: this}")).isEqualTo("woven");
    assertThat(refusal("{method: count, key: result, of: odd}"))
        .startsWith("rules.yaml:3:76: 'odd' does not fit, expected a field 'odd' of ");
    assertThat(refusal("{method: count, key: result, of: result}"))
        .isEqualTo("rules.yaml:3:76: 'result' of type int does not fit, expected an object");
    assertThat(refusal("{method: give, key: result, of: this}"))
        .isEqualTo(
            "rules.yaml:3:75: 'of: this' for a static method does not fit, expected a parameter"
                + " of static int com.acme.Odd.give()");
  }

  private String refusal(String open) throws Exception {
    WovenApplication.compile(
        folder,
        "Odd",
        "package com.acme; class Odd { int count() { return 1; } void nothing() { } static int give() { return 1; } }");
    String rule = "- {class: com.acme.Odd, type: odd, open: [" + open + "]}\n";
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      byte[] read = Files.readAllBytes(folder.resolve("com/acme/Odd.class"));
      new Weaver(new ReleaseCalls(List.of()))
          .weave(loader, "com.acme.Odd", read, rules(rule), false);
      return "woven";
    } catch (UnknownMember e) {
      return e.getMessage();
    }
  }

  @Test
  void aClassThatOnlyMakesOrClosesOthersGetsNoField() throws Exception {
    WovenApplication.compile(folder, "Allocator", ALLOCATOR_CLASS);
    TrackingStart.Started started =
        new TrackingStart.Started(
            new ProbeRules(), (loader, name, statistics) -> {}, className -> {});
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules(ALLOCATOR)),
            matched -> started,
            new CodeOrigins(MainProgram.read()));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      byte[] read = Files.readAllBytes(folder.resolve("com/acme/Allocator.class"));
      byte[] woven = weaving.transform(loader, "com/acme/Allocator", null, null, read);
      assertThat(woven).isNotNull();
      assertThat(new String(woven, StandardCharsets.ISO_8859_1))
          .contains("opened", "closing")
          .doesNotContain(ResourceField.NAME);
    }
  }
}
