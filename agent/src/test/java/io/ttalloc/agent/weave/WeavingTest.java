package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.origin.CodeOrigins;
import io.ttalloc.agent.origin.MainProgram;
import io.ttalloc.agent.weave.match.MatchedRules;
import io.ttalloc.agent.weave.match.WovenSelection;
import io.ttalloc.agent.weave.transform.Weaver;
import io.ttalloc.agent.weave.transform.WeaverFactory;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.testing.Await;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

class WeavingTest {
  private static final String SOURCE =
      """
      package com.acme;

      class First {
        void close() {}
      }

      class Second {
        First other = new First();

        void close() {}
      }
      """;

  @TempDir private Path folder;

  /**
   * The first class that a rule names may be loaded by a thread whose stack is nearly exhausted.
   */
  @Test
  void aFailureBetweenTheStartAndTheFirstClassIsNotedAndConcernsThatClassOnly() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
    List<@Nullable String> noted = new ArrayList<>();
    TrackingStart.Started started =
        new TrackingStart.Started(new ProbeRules(), (loader, name, statistics) -> {}, noted::add);
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules("First", "Second")),
            matched -> started,
            new CodeOrigins(MainProgram.read()),
            new WeaverFactory(rules("First", "Second")) {
              private boolean failed;

              @Override
              public Weaver make() {
                if (!failed) {
                  failed = true;
                  throw new StackOverflowError();
                }
                return super.make();
              }
            });

    assertThat(weave(weaving, "First")).isNull();
    assertThat(noted).containsExactly("com.acme.First");
    assertThat(weaving.notWoven()).containsExactly("com.acme.First");
    assertThat(weave(weaving, "Second")).isNotNull();
    assertThat(noted).containsExactly("com.acme.First");
  }

  /**
   * The waiting thread may hold a lock that the start needs, so the thread waits only for a limited
   * time.
   */
  @Test
  void aClassThatComesDuringALongStartIsWovenOnceItIsLoaded() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch mayStart = new CountDownLatch(1);
    AtomicInteger missedBefore = new AtomicInteger();
    List<@Nullable String> noted = new CopyOnWriteArrayList<>();
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules("First", "Second")),
            new TrackingStart() {
              @Override
              public Started start(MatchedRules matched) {
                starting.countDown();
                await(mayStart);
                return new Started(new ProbeRules(), (loader, name, statistics) -> {}, noted::add);
              }

              @Override
              public void missed() {
                missedBefore.incrementAndGet();
              }
            },
            new CodeOrigins(MainProgram.read()),
            new WeaverFactory(rules("First", "Second")),
            new Patience(1, 1, 1),
            SeenClasses.none());
    FutureTask<byte[]> first = new FutureTask<>(() -> weave(weaving, "First"));
    List<String> lines = new CopyOnWriteArrayList<>();
    Console.copyTo(lines);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      new Thread(first, "starts tracking").start();
      await(starting);
      byte[] classFile = Files.readAllBytes(folder.resolve("com/acme/Second.class"));

      assertThat(weaving.transform(loader, "com/acme/Second", null, null, classFile)).isNull();

      assertThat(lines).isEmpty();
      assertThat(weaving.notWoven()).isEmpty();
      assertThat(missedBefore).hasValue(0);
      mayStart.countDown();
      assertThat(first.get()).isNotNull();

      Class<?> second = loader.loadClass("com.acme.Second");
      CountDownLatch woven = new CountDownLatch(1);
      List<byte @Nullable []> results = new CopyOnWriteArrayList<>();
      int early =
          weaving.install(
              instrumentation(
                  second,
                  () -> {
                    results.add(
                        weaving.transform(loader, "com/acme/Second", second, null, classFile));
                    woven.countDown();
                  }));
      await(woven);
      assertThat(early).isEqualTo(1);
      assertThat(results).singleElement().isNotNull();
      assertThat(fieldsOf(results.get(0))).as("with no new one").containsExactly("other");
      assertThat(weaving.notWoven()).isEmpty();
      assertThat(lines)
          .containsExactly(
              "com.acme.Second was loaded while tracking was starting and was woven late: what it"
                  + " had opened by then was not tracked");
      assertThat(noted).containsExactly("com.acme.Second");
    } finally {
      Console.copyTo(null);
      mayStart.countDown();
    }
  }

  /** The start needs no lock that the waiting thread holds. */
  @Test
  void aClassOfTheProgramWaitsForALongStart() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch mayStart = new CountDownLatch(1);
    List<@Nullable String> noted = new CopyOnWriteArrayList<>();
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules("First", "Second")),
            matched -> {
              starting.countDown();
              await(mayStart);
              return new TrackingStart.Started(
                  new ProbeRules(), (loader, name, statistics) -> {}, noted::add);
            },
            new CodeOrigins(MainProgram.read()),
            new WeaverFactory(rules("First", "Second")),
            new Patience(1, 1, TimeUnit.MINUTES.toMillis(2)),
            SeenClasses.none());
    FutureTask<byte[]> first = new FutureTask<>(() -> weave(weaving, "First"));
    FutureTask<byte[]> second = new FutureTask<>(() -> weave(weaving, "Second"));
    new Thread(first, "starts tracking").start();
    await(starting);
    Thread waiting = new Thread(second, "waits");
    waiting.start();
    Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    waiting.interrupt();
    mayStart.countDown();

    assertThat(first.get()).isNotNull();
    assertThat(second.get()).isNotNull();
    assertThat(noted).isEmpty();
  }

  private static Instrumentation instrumentation(Class<?> loaded, Runnable retransforming) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            WeavingTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> new Class<?>[] {loaded};
                  case "isModifiableClass" -> true;
                  case "addTransformer" -> null;
                  case "retransformClasses" -> {
                    retransforming.run();
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Without the field, each object would have to be looked up in a map and would stay in the map
   * until it was collected.
   */
  @Test
  void aClassThatOnlyClosesItselfGetsTheField() throws Exception {
    WovenApplication.compile(folder, "Main", SOURCE);
    List<Rule> rules =
        rulesIn(
            """
            - {class: com.acme.First, type: thing, close: [close]}
            - {class: com.acme.Second, type: thing, close: [{method: close, resource: other}]}
            """);
    TrackingStart.Started started =
        new TrackingStart.Started(new ProbeRules(), (loader, name, statistics) -> {}, noted -> {});
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules), matched -> started, new CodeOrigins(MainProgram.read()));

    assertThat(fieldsOf(weave(weaving, "First"))).containsExactly("$ttAllocResource");
    assertThat(fieldsOf(weave(weaving, "Second"))).containsExactly("other");
  }

  private static List<String> fieldsOf(byte @Nullable [] woven) {
    List<String> names = new ArrayList<>();
    new ClassReader(woven)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public @Nullable FieldVisitor visitField(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  @Nullable Object value) {
                names.add(name);
                return null;
              }
            },
            ClassReader.SKIP_CODE);
    return names;
  }

  @Test
  void aFieldOfTheApplicationThatIsNamedLikeOursCostsItsClassAlone() throws Exception {
    WovenApplication.compile(
        folder,
        "Main",
        SOURCE.replaceFirst("class First \\{", "$0 String \\$ttAllocResource;")
            + "class Third { static Object $ttAllocResource; void close() {} }\n");
    List<@Nullable String> noted = new ArrayList<>();
    List<Rule> rules = rules("First", "Second", "Third");
    TrackingStart.Started started =
        new TrackingStart.Started(new ProbeRules(), (loader, name, statistics) -> {}, noted::add);
    Weaving weaving =
        new Weaving(
            WovenSelection.of(rules), matched -> started, new CodeOrigins(MainProgram.read()));

    assertThat(weave(weaving, "Second")).isNotNull();
    assertThat(weave(weaving, "First")).isNull();
    assertThat(weave(weaving, "Third")).isNull();

    assertThat(weaving.notWoven()).containsExactly("com.acme.First", "com.acme.Third");
    assertThat(noted).containsExactly("com.acme.First", "com.acme.Third");
  }

  private byte @Nullable [] weave(Weaving weaving, String name) throws IOException {
    byte[] classFile = Files.readAllBytes(folder.resolve("com/acme/" + name + ".class"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      return weaving.transform(loader, "com/acme/" + name, null, null, classFile);
    }
  }

  private static List<Rule> rules(String... names) {
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      text.append(rule(name));
    }
    return rulesIn(text.toString());
  }

  private static List<Rule> rulesIn(String list) {
    String text = "schema: tt-alloc-rules/1\nrules:\n" + list;
    RuleFile file = RuleFile.of(YamlFile.parse("rules.yaml", text, RuleFile.KIND));
    return ((RuleFile.Accepted) file).pack().rules();
  }

  private static String rule(String name) {
    return "- {class: com.acme.%s, type: thing, open: [<init>], close: [close]}%n".formatted(name);
  }
}
