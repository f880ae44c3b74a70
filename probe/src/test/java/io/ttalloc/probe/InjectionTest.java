package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.LedgerHeader;
import io.ttalloc.ledger.LedgerWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One call is chosen, of those that count. */
class InjectionTest {
  private static final int THREADS = 8;
  private static final int CALLS = 1_000;

  @TempDir Path folder;

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private @Nullable RuntimeException thrownByListener;
  private @Nullable LedgerWriter writer;

  private final class Told implements Injection.Listener {
    @Override
    public void failing(String method, Throwable thrown, @Nullable StackTraceElement caller) {
      // Within a hook: its calls are not the application's.
      told.add(method + (Hooks.isToFail(false) ? " and more" : ""));
      if (thrownByListener != null) {
        throw thrownByListener;
      }
    }

    @Override
    public void notMade(String method, Throwable problem, @Nullable StackTraceElement caller) {
      told.add(method + " not made");
    }
  }

  private final ProbeListener listener =
      new ProbeListener() {
        @Override
        public void marked(String name) {}

        @Override
        public void failed(Throwable thrown) {
          failures.add(thrown);
        }

        @Override
        public void attributeThrew(String attribute, String className, Throwable thrown) {}

        @Override
        public void openedAgain(String type, String classes, long number, boolean isOfObject) {}

        @Override
        public void switchedOff(int errors) {}
      };

  private Injection injection(@Nullable String only, long number) {
    return new Injection("inject=" + number, only, number, new Told());
  }

  private void start(@Nullable Injection injection) throws IOException {
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, false);
    LedgerWriter made = new LedgerWriter(folder.resolve("test.ledger").toFile(), about, 1024);
    writer = made;
    boolean ignored = Probe.start(made, new ProbeRules(0, injection), false, listener);
  }

  @AfterEach
  void stop() throws InterruptedException {
    boolean ignored = Probe.watchNoMore(10_000);
    Probe.stop();
    if (writer != null) {
      writer.ended();
    }
  }

  @Test
  void ofAllThreadsOneCallIsChosen() throws Exception {
    Injection injection = injection(null, THREADS * CALLS / 2);
    start(injection);
    CyclicBarrier together = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<Integer>> chosen = new ArrayList<>();
    Callable<Integer> calls =
        () -> {
          together.await();
          int mine = 0;
          for (int i = 0; i < CALLS; i++) {
            mine += Hooks.isToFail(false) ? 1 : 0;
          }
          return mine;
        };
    for (int i = 0; i < THREADS; i++) {
      chosen.add(threads.submit(calls));
    }
    int all = 0;
    for (Future<Integer> each : chosen) {
      all += each.get();
    }
    threads.shutdown();

    assertThat(all).isEqualTo(1);
    assertThat(injection.isOver()).isTrue();
    assertThat(Hooks.isToFail(false)).isFalse();
    assertThat(injection.calls()).isBetween(THREADS * CALLS / 2L, THREADS * CALLS / 2L + THREADS);
  }

  @Test
  void ofCallsAtTheSameMomentOneIsChosen() throws Exception {
    int rounds = 5_000;
    Injection[] injections = new Injection[rounds];
    for (int i = 0; i < rounds; i++) {
      injections[i] = injection(null, 1);
    }
    AtomicIntegerArray chosen = new AtomicIntegerArray(rounds);
    CyclicBarrier together = new CyclicBarrier(2);
    Callable<Integer> calls =
        () -> {
          together.await();
          for (int i = 0; i < rounds; i++) {
            chosen.addAndGet(i, injections[i].choose(false) ? 1 : 0);
          }
          return 0;
        };
    ExecutorService threads = Executors.newFixedThreadPool(2);
    for (Future<Integer> each : threads.invokeAll(List.of(calls, calls))) {
      assertThat(each.get()).isZero();
    }
    threads.shutdown();

    for (int i = 0; i < rounds; i++) {
      assertThat(chosen.get(i)).isEqualTo(1);
    }
  }

  @Test
  void whatComesWithinAHookDoesNotCount() throws Exception {
    Injection injection = injection(null, 2);
    start(injection);

    assertThat(Hooks.isToFail(false)).isFalse();
    Hooks.failing("Connection.send", new IOException(), null);

    assertThat(told).containsExactly("Connection.send");
    assertThat(injection.calls()).isEqualTo(1);
  }

  @Test
  void theAgentsOwnCallsDoNotCount() throws Exception {
    Injection injection = injection(null, 1);
    start(injection);

    Probe.unseen(() -> assertThat(Hooks.isToFail(false)).isFalse());

    assertThat(injection.calls()).isZero();
  }

  @Test
  void anErrorInWhatIsToldLeavesTheHookNot() throws Exception {
    start(injection(null, 1));
    thrownByListener = new IllegalStateException("test");

    assertThat(Hooks.isToFail(false)).isTrue();
    Hooks.failing("Connection.send", new IOException(), null);

    assertThat(failures).containsExactly(thrownByListener);
  }

  @Test
  void withoutAnInjectionOrAProbeNothingIsToFail() throws Exception {
    assertThat(Hooks.isToFail(false)).isFalse();
    Hooks.failing("Connection.send", new IOException(), null);
    start(null);
    assertThat(Hooks.isToFail(false)).isFalse();
    Hooks.failing("Connection.send", new IOException(), null);

    assertThat(told).isEmpty();
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Connection.send, com.acme.Connection, send, true",
    "com.acme.Connection.send, com.acme.Connection, send, true",
    "acme.Connection.send, com.acme.Connection, send, true",
    "Entry.send, com.acme.Pool$Entry, send, true",
    "Pool$Entry.send, com.acme.Pool$Entry, send, true",
    "Pool.Entry.send, com.acme.Pool$Entry, send, true",
    "com.acme.Pool.Entry.send, com.acme.Pool$Entry, send, true",
    "Connection.<init>, com.acme.Connection, <init>, true",
    "Connection.send, Connection, send, true",
    "ection.send, com.acme.Connection, send, false",
    "Connection.send, com.acme.Connection, sender, false",
    "Connection.sender, com.acme.Connection, send, false",
    "com.acme.Connection.send, Connection, send, false",
    ", com.acme.Connection, send, true"
  })
  void aMethodIsNamedWithTheSimpleOrTheWholeNameOfItsClass(
      @Nullable String only, String className, String method, boolean covered) {
    assertThat(injection(only, 1).covers(className, method)).isEqualTo(covered);
  }

  @Test
  void methodsThatMayFailAndDoNotCountAreKept() {
    Injection injection = injection("Other.send", 1);
    injection.mayFail("com.acme.Connection", "send", false);
    injection.mayFail("com.acme.Connection", "<init>", false);
    injection.mayFail("com.acme.Connection", "send", false);

    assertThat(injection.others())
        .containsExactlyInAnyOrder("com.acme.Connection.<init>", "com.acme.Connection.send");
    assertThat(injection.anyCounts()).isFalse();
    injection.mayFail("com.acme.Other", "send", true);
    assertThat(injection.anyCounts()).isTrue();
    for (int i = 0; i < 2_000; i++) {
      injection.mayFail("com.acme.Many" + i, "send", false);
    }
    assertThat(injection.others()).hasSize(1_000);
  }

  private static StackTraceElement[] stack(String... frames) {
    StackTraceElement[] stack = new StackTraceElement[frames.length];
    for (int i = 0; i < frames.length; i++) {
      int slash = frames[i].indexOf('/');
      String name = frames[i].substring(slash + 1);
      int dot = name.lastIndexOf('.');
      stack[i] =
          new StackTraceElement(
              null,
              slash < 0 ? null : frames[i].substring(0, slash),
              null,
              name.substring(0, dot),
              name.substring(dot + 1),
              null,
              -1);
    }
    return stack;
  }

  private static final String HOOK = "io.ttalloc.probe.FailureHooks.isToFail";
  private static final String READ = "java.base/java.io.FileInputStream.read";
  private static final String LOAD = "java.base/java.lang.ClassLoader.loadClass";
  private static final String MAIN = "com.acme.Main.main";

  @Test
  void ofTheJdkCountsWhatTheApplicationCalls() {
    String files = "java.base/java.nio.file.Files.readAllBytes";
    String own = "io.ttalloc.agent.weave.Weaving.transform";
    assertThat(Injection.isOfApplication(stack(HOOK, READ, MAIN))).isTrue();
    assertThat(Injection.isOfApplication(stack(HOOK, READ, files, MAIN))).isTrue();
    assertThat(Injection.isOfApplication(stack(HOOK, READ, "com.acme/com.acme.Main.main")))
        .isTrue();
    assertThat(Injection.isOfApplication(stack(HOOK, READ, MAIN, LOAD, MAIN))).isTrue();
    assertThat(Injection.isOfApplication(stack(HOOK, READ, files))).isFalse();
    assertThat(Injection.isOfApplication(stack(HOOK, READ, LOAD, MAIN))).isFalse();
    assertThat(Injection.isOfApplication(stack(HOOK, READ, own, MAIN))).isFalse();
  }

  @Test
  void theCallerIsTheFirstOfTheApplicationBelowTheMethod() {
    String send = "com.acme.Connection.send";
    assertThat(Injection.caller(stack(HOOK, send, MAIN))).hasToString(MAIN + "(Unknown Source)");
    assertThat(Injection.caller(stack(HOOK, READ, "java.base/java.io.Reader.read", MAIN)))
        .hasToString(MAIN + "(Unknown Source)");
    assertThat(Injection.caller(stack(HOOK, send))).isNull();
    assertThat(Injection.caller(stack(HOOK))).isNull();
  }
}
