package io.ttalloc.agent.weave.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.weave.classes.Work;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnseenClassesTest {
  private final Set<Class<?>> loaded = ConcurrentHashMap.newKeySet();
  private final Set<Class<?>> late = ConcurrentHashMap.newKeySet();
  private final Set<Class<?>> came = ConcurrentHashMap.newKeySet();
  private final List<String> notWoven = Collections.synchronizedList(new ArrayList<>());

  /** Runs when a class is retransformed. */
  private volatile Runnable retransforming = () -> {};

  private final AtomicInteger saved = new AtomicInteger();

  /** The action that runs when the loaded classes are queried. */
  private volatile Runnable looks = () -> {};

  /** The latch for which the search thread waits before it searches. */
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private final UnseenClasses unseen =
      new UnseenClasses(
          new UnseenClasses.Transformer() {
            @Override
            public List<Class<?>> lacking(Class<?>[] all) {
              List<Class<?>> lacking = new ArrayList<>(List.of(all));
              lacking.removeIf(this::hasCome);
              return lacking;
            }

            @Override
            public boolean hasCome(Class<?> type) {
              return type == String.class || came.contains(type);
            }

            @Override
            public boolean isLate(Class<?> type) {
              return late.contains(type);
            }

            @Override
            public void notWoven(String className, Throwable why) {
              notWoven.add(className + " " + why.getMessage());
            }

            @Override
            public void wovenLate(String className) {
              notWoven.add(className + " late");
            }

            @Override
            public void saveWoven() {
              saved.incrementAndGet();
            }

            @Override
            public void unseen(Work task) {
              await(gate);
              task.run();
            }
          });

  @BeforeEach
  void begin() {
    unseen.begin(instrumentation());
  }

  @Test
  void givesWhatNeverCameToTheTransformerOnce() {
    loaded.addAll(List.of(String.class, Integer.class));

    unseen.lookNow();
    came.clear();
    unseen.lookNow();

    assertThat(came).isEmpty();
    assertThat(notWoven).isEmpty();
  }

  /** Weaving a class may load another one. */
  @Test
  void looksUntilItFindsNothingMore() {
    loaded.add(Integer.class);
    retransforming = () -> loaded.add(Long.class);

    unseen.lookNow();

    assertThat(came).containsExactlyInAnyOrder(Integer.class, Long.class);
  }

  @Test
  void namesWhatDoesNotComeEvenThen() {
    loaded.add(Integer.class);
    retransforming = () -> came.clear();

    unseen.lookNow();

    assertThat(notWoven)
        .containsExactly("java.lang.Integer the class files of its supertypes were not found");
  }

  @Test
  void itsThreadLooksInTime() {
    loaded.add(Integer.class);

    unseen.lookInTime(TimeUnit.MINUTES.toMillis(5));

    assertThat(came).containsExactly(Integer.class);
    unseen.giveUp();
    assertThat(notWoven).isEmpty();
  }

  @Test
  void saysWhatCouldNotBeWovenInTime() {
    gate = new CountDownLatch(1);
    loaded.add(Integer.class);

    unseen.lookInTime(1);
    gate.countDown();
    unseen.lookNow();

    assertThat(notWoven).containsExactly("java.lang.Integer late");
  }

  /** The class is found only after its loading has ended, which is after the first search. */
  @Test
  void looksAgainForAClassThatIsBeingLoaded() {
    CountDownLatch looked = new CountDownLatch(2);
    looks = looked::countDown;

    unseen.lookOnceLoaded();
    await(looked);
    CountDownLatch woven = new CountDownLatch(1);
    retransforming = woven::countDown;
    loaded.add(Integer.class);

    await(woven);
    assertThat(came).containsExactly(Integer.class);
    unseen.end();
  }

  @Test
  void saysWhatWasLetGoOn() {
    loaded.addAll(List.of(Integer.class, Long.class));
    late.add(Long.class);

    unseen.lookNow();

    assertThat(notWoven).containsExactly("java.lang.Long late");
  }

  @Test
  void saysSoIfItStillLooksAtTheEnd() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    loaded.add(Integer.class);
    retransforming =
        () -> {
          begun.countDown();
          await(goOn);
        };
    unseen.lookSoon();
    assertThat(begun.await(5, TimeUnit.MINUTES)).isTrue();

    unseen.lookInTime(1);
    unseen.giveUp();
    goOn.countDown();

    assertThat(notWoven)
        .containsExactly("a class that the agent missed another thread is still looking for it");
  }

  @Test
  void namesWhatIsLeftAtTheEnd() {
    gate = new CountDownLatch(1);
    loaded.add(Integer.class);
    unseen.lookSoon();

    unseen.giveUp();
    gate.countDown();

    assertThat(notWoven)
        .containsExactly("java.lang.Integer the process ended before the class was found");
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> {
                    looks.run();
                    yield loaded.toArray(new Class<?>[0]);
                  }
                  case "isModifiableClass" -> true;
                  case "retransformClasses" -> {
                    came.addAll(List.of((Class<?>[]) arguments[0]));
                    retransforming.run();
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }
}
