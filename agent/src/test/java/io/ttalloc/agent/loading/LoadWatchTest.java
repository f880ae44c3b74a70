package io.ttalloc.agent.loading;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadWatchTest {
  private static final String SIGN = "javax/management/StandardEmitterMBean";
  private static final String OTHER = "com/sun/management/internal/DiagnosticCommandImpl";

  private final List<Object> transformers = new ArrayList<>();
  private final LinkedBlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
  private List<Class<?>> loaded = List.of();

  private final Instrumentation instrumentation =
      (Instrumentation)
          Proxy.newProxyInstance(
              LoadWatchTest.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("addTransformer")) {
                  transformers.add(arguments[0]);
                  assertThat(arguments[1]).isEqualTo(true);
                  return null;
                }
                if (method.getName().equals("removeTransformer")) {
                  return transformers.remove(arguments[0]);
                }
                assertThat(method.getName()).isEqualTo("getAllLoadedClasses");
                return loaded().toArray(new Class<?>[0]);
              });

  private List<Class<?>> loaded() {
    return loaded;
  }

  private LoadWatch watch() {
    return LoadWatch.install(instrumentation, LoadWatch.PLATFORM_BEAN_SERVER, "noticed");
  }

  private static void load(ClassFileTransformer watch, @Nullable ClassLoader by, String name)
      throws Exception {
    assertThat(watch.transform(by, name, null, null, new byte[0])).isNull();
  }

  private void task() {
    ran.add(Thread.currentThread());
  }

  /**
   * Waits until no started thread is running, so that a task that has not run by then never will.
   */
  private static void awaitThreads() throws InterruptedException {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("noticed")) {
        each.join();
      }
    }
  }

  @Test
  void runsTheTaskOnceWhenAClassIsLoaded() throws Exception {
    LoadWatch watch = watch();
    assertThat(transformers).containsExactly(watch);
    watch.whenLoaded(this::task);
    load(watch, null, "jdk/jfr/Event");
    load(watch, LoadWatchTest.class.getClassLoader(), SIGN);
    awaitThreads();
    assertThat(ran).isEmpty();

    load(watch, null, SIGN);
    Thread thread = ran.poll(60, SECONDS);
    load(watch, null, SIGN);
    assertThat(watch.transform(null, null, null, null, new byte[0])).isNull();
    assertThat(watch.transform(null, OTHER, String.class, null, new byte[0])).isNull();

    assertThat(thread).isNotNull().isNotSameAs(Thread.currentThread());
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("noticed");
    awaitThreads();
    assertThat(ran).isEmpty();
  }

  @Test
  void runsTheTaskAgainForEachOtherClass() throws Exception {
    LoadWatch watch = watch();
    watch.whenLoaded(this::task);
    load(watch, null, OTHER);
    assertThat(ran.poll(60, SECONDS)).isNotNull();

    load(watch, null, SIGN);

    assertThat(ran.poll(60, SECONDS)).isNotNull();
  }

  @Test
  void runsTheTaskIfItWasLoadedBeforeThereWasATask() throws Exception {
    LoadWatch watch = watch();
    load(watch, null, SIGN);

    watch.whenLoaded(this::task);

    assertThat(ran.poll(60, SECONDS)).isNotNull();
  }

  @Test
  void looksAtWhatIsLoadedIfItMayBe() throws Exception {
    loaded = List.of(String.class, Class.forName(SIGN.replace('/', '.')));

    watch().whenLoaded(this::task);

    assertThat(ran.poll(60, SECONDS)).isNotNull();
  }

  /**
   * The thread that runs the task must neither keep the application's objects reachable nor have
   * access to them.
   */
  @Test
  void itsThreadHasNothingOfTheOneThatLoads() throws Exception {
    InheritableThreadLocal<String> mine = new InheritableThreadLocal<>();
    mine.set("of the application");
    List<Object> seen = new CopyOnWriteArrayList<>();
    LoadWatch watch = watch();
    watch.whenLoaded(
        () -> {
          seen.add(Optional.ofNullable(Thread.currentThread().getContextClassLoader()));
          seen.add(Optional.ofNullable(mine.get()));
          task();
        });

    load(watch, null, SIGN);

    assertThat(ran.poll(60, SECONDS)).isNotNull();
    assertThat(seen).containsExactly(Optional.empty(), Optional.empty());
  }

  @Test
  void watchesNoMoreWhenItHasEnded() {
    LoadWatch watch = watch();

    LoadWatch.end(watch, instrumentation);

    assertThat(transformers).isEmpty();
  }
}
