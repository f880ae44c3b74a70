package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.yaml.RuleFile;
import io.ttalloc.probe.ProbeRules;
import io.ttalloc.testing.Await;
import io.ttalloc.yaml.YamlFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoiningRulesTest {
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

  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
      - {class: com.acme.*, type: thing, open: [<init>], close: [close]}
      """;

  /** Gives its rules when it may. */
  private static final class SlowRules implements RulesOnSight {
    final CountDownLatch asked = new CountDownLatch(1);
    final CountDownLatch may = new CountDownLatch(1);
    private volatile boolean given;

    @Override
    public boolean waitsFor(String name) {
      return !given && name.startsWith("com/acme/");
    }

    @Override
    public boolean seen(String name, Sink sink) {
      if (given) {
        return false;
      }
      asked.countDown();
      try {
        may.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      sink.add(rules());
      given = true;
      return true;
    }
  }

  private final SlowRules onSight = new SlowRules();

  private final Weaving weaving =
      new Weaving(
          new WovenSelection(List.of(), TrackedPackages.NOTHING, onSight),
          matched ->
              new TrackingStart.Started(
                  new ProbeRules(), (loader, name, statistics) -> {}, className -> {}),
          new CodeOrigins(MainProgram.read()),
          new WeaverFactory(List.of()));

  @TempDir private Path folder;

  @Test
  void aClassIsWovenThatIsLoadedWhileAnotherThreadAddsTheRulesForIt() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
    FutureTask<byte @Nullable []> first = weaving("First");
    Thread adding = new Thread(first, "adding");
    adding.start();
    onSight.asked.await();
    FutureTask<byte @Nullable []> second = weaving("Second");
    Thread waiting = new Thread(second, "waiting");
    waiting.start();
    Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING || second.isDone());

    onSight.may.countDown();

    assertThat(first.get()).isNotNull();
    assertThat(second.get()).isNotNull();
  }

  private FutureTask<byte @Nullable []> weaving(String name) {
    return new FutureTask<>(
        () -> {
          byte[] classFile = Files.readAllBytes(folder.resolve("com/acme/" + name + ".class"));
          try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            return weaving.transform(loader, "com/acme/" + name, null, null, classFile);
          }
        });
  }

  private static List<Rule> rules() {
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", RULES, RuleFile.KIND));
    return ((RuleFile.Accepted) file).pack().rules();
  }
}
