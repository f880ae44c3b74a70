package io.ttalloc.agent.weave.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.WovenApplication;
import io.ttalloc.cache.DamagedException;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeRules.ScopeKind;
import io.ttalloc.probe.rule.ProbeType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests the results of weaving. The facts of a woven class have no effect until they are passed to
 * the probe.
 */
class WovenClassTest {
  private static final int FIRST_PLACEHOLDER = 0x7474_0000;

  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - class: com.acme.Pool
        type: pool
        open: [<init>]
        close: [close]
        scope: [fill]
      """;

  private static final String POOL =
      """
      package com.acme;
      class Pool implements AutoCloseable {
        static int own() { return %d; }
        void fill() { }
        @Override public void close() { }
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void compile() throws Exception {
    WovenApplication.compile(folder, "Pool", POOL.formatted(FIRST_PLACEHOLDER));
  }

  @Test
  void theProbeKnowsNothingBeforeTheFactsAreApplied() throws Exception {
    ProbeRules rules = new ProbeRules();
    WovenClass woven = woven();
    assertThat(rules.add(type("first"))).isZero();

    byte[] file = woven.applyTo(rules);

    assertThat(rules.add(type("last"))).as("one was added between them").isEqualTo(2);
    assertThat(constants(file)).contains(1);
  }

  @Test
  void indexesAreThoseOfTheProbeThatReceivesTheFacts() throws Exception {
    ProbeRules rules = new ProbeRules();
    for (int i = 0; i < 40_000; i += 4000) {
      assertThat(rules.add(type("before " + i))).isEqualTo(i / 4000);
    }
    rules.add(new ProbeRules.Scope(ScopeKind.OWNER, "before", false));

    byte[] file = woven().applyTo(rules);

    assertThat(constants(file)).contains(10, 1);
    assertThat(new Defining().define("com.acme.Pool", file).getDeclaredConstructor()).isNotNull();
  }

  @Test
  void whatIsWovenAgainHasTheSameIndexes() throws Exception {
    ProbeRules rules = new ProbeRules();
    byte[] first = woven().applyTo(rules);

    assertThat(woven().applyTo(rules)).isEqualTo(first);
    assertThat(rules.add(type("next"))).isEqualTo(1);
  }

  @Test
  void aConstantOfTheClassItselfIsNoPlaceholder() throws Exception {
    byte[] file = woven().applyTo(new ProbeRules());

    assertThat(constants(file)).contains(FIRST_PLACEHOLDER);
    assertThat(constants(file)).filteredOn(each -> each > FIRST_PLACEHOLDER).isEmpty();
  }

  @Test
  void ofDamagedFactsNothingElseIsThrown() throws Exception {
    WovenClass woven = woven();
    int noticed = 0;
    for (int at = 0; at < woven.facts().length; at++) {
      byte[] cut = Arrays.copyOf(woven.facts(), at);
      byte[] changed = woven.facts().clone();
      changed[at] ^= 0x11;
      noticed += isNoticed(woven, cut) ? 1 : 0;
      noticed += isNoticed(woven, changed) ? 1 : 0;
    }
    assertThat(noticed).isGreaterThan(woven.facts().length);
  }

  private static boolean isNoticed(WovenClass woven, byte[] facts) {
    try {
      byte[] file = woven.file().clone();
      return new WovenClass(file, facts, woven.places(), List.of(), Set.of())
              .applyTo(new ProbeRules())
              .length
          == 0;
    } catch (DamagedException e) {
      return true;
    }
  }

  private WovenClass woven() throws Exception {
    byte[] read = Files.readAllBytes(folder.resolve("com/acme/Pool.class"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return new Weaver(new ReleaseCalls(List.of()))
          .weave(loader, "com.acme.Pool", read, WovenApplication.rules(RULES), true);
    }
  }

  private static ProbeType type(String name) {
    return new ProbeType(name, 0, 0, true, null);
  }

  /** The integers that the code loads as constants. */
  private static List<Integer> constants(byte[] file) {
    List<Integer> found = new ArrayList<>();
    new ClassReader(file)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitLdcInsn(Object value) {
                    if (value instanceof Integer number) {
                      found.add(number);
                    }
                  }
                };
              }
            },
            0);
    return found;
  }

  private static final class Defining extends ClassLoader {
    Defining() {
      super(WovenClassTest.class.getClassLoader());
    }

    Class<?> define(String name, byte[] file) {
      return defineClass(name, file, 0, file.length);
    }
  }
}
