package io.ttalloc.agent.flight;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FlightWatchTest {
  private static final String SIGN = "jdk/jfr/internal/PlatformRecording";

  private final List<Object> transformers = new ArrayList<>();
  private final LinkedBlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
  private List<Class<?>> loaded = List.of();

  private FlightWatch watch(boolean late) {
    Instrumentation instrumentation =
        (Instrumentation)
            Proxy.newProxyInstance(
                FlightWatchTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("addTransformer")) {
                    transformers.add(arguments[0]);
                    return null;
                  }
                  assertThat(method.getName()).isEqualTo("getAllLoadedClasses");
                  return loaded.toArray(new Class<?>[0]);
                });
    return FlightWatch.install(instrumentation, late);
  }

  private static void load(ClassFileTransformer watch, @Nullable ClassLoader by, String name)
      throws Exception {
    assertThat(watch.transform(by, name, null, null, new byte[0])).isNull();
  }

  private void task() {
    ran.add(Thread.currentThread());
  }

  @Test
  void runsTheTaskOnceWhenTheFirstRecordingIsLoaded() throws Exception {
    FlightWatch watch = watch(false);
    assertThat(transformers).containsExactly(watch);
    watch.whenRecording(this::task);
    load(watch, null, "jdk/jfr/Event");
    load(watch, FlightWatchTest.class.getClassLoader(), SIGN);
    assertThat(ran).isEmpty();

    load(watch, null, SIGN);
    Thread thread = ran.poll(60, SECONDS);
    load(watch, null, SIGN);
    watch.whenRecording(this::task);

    assertThat(thread).isNotNull().isNotSameAs(Thread.currentThread());
    assertThat(thread.isDaemon()).isTrue();
    thread.join();
    assertThat(ran).isEmpty();
  }

  @Test
  void runsTheTaskIfARecordingBeganBefore() throws Exception {
    FlightWatch watch = watch(false);
    load(watch, null, SIGN);

    watch.whenRecording(this::task);

    assertThat(ran.poll(60, SECONDS)).isNotNull();
  }

  @Test
  void attachedLateItLooksAtWhatIsLoaded() throws Exception {
    loaded = List.of(String.class, Class.forName(SIGN.replace('/', '.')));

    watch(true).whenRecording(this::task);

    assertThat(ran.poll(60, SECONDS)).isNotNull();
  }
}
