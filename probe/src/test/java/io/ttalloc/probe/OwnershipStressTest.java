package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many threads open, own, hold, drop and close the same objects at once. Whatever the order,
 * everything that was opened must be closed in the end, and nothing may be left of it. This test
 * cannot check states in between; {@link ModelStressTest} fixes the order and can.
 */
@Variant
class OwnershipStressTest {
  private static final int THREADS = 8;
  private static final int PLACES = 64;

  @TempDir Path folder;

  int steps() {
    return 100_000;
  }

  /** An object of the test, with the rule by which it is opened. */
  private record Thing(int type) {
    @Override
    public boolean equals(Object other) {
      throw new AssertionError("asked of the application's object");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("asked of the application's object");
    }
  }

  private static void close(Thing thing) {
    Object token = Hooks.closing(thing, thing.type());
    if (token != null) {
      Hooks.closed(thing, token, null);
    }
  }

  @Test
  void whatIsOwnedHeldAndHandedOnIsAllClosedInTheEnd() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      AtomicReferenceArray<Thing> places = new AtomicReferenceArray<>(PLACES);
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(threads.submit(() -> work(probe, places, steps())));
      }
      for (Future<?> thread : running) {
        thread.get(30, TimeUnit.MINUTES);
      }
      threads.shutdown();
      for (int i = 0; i < PLACES; i++) {
        Thing last = places.get(i);
        if (last != null) {
          close(last);
        }
      }

      assertThat(probe.failures).isEmpty();
      assertThat(probe.sum(tally -> tally.opened())).isGreaterThan(THREADS * steps() / 10);
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(probe.sum(tally -> tally.opened()));
      assertThat(probe.slots()).isEmpty();
    }
  }

  private static void work(TestProbe probe, AtomicReferenceArray<Thing> places, int steps) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int[] types = {probe.plain, probe.plain, probe.owner, probe.freeing, probe.cache};
    for (int i = 0; i < steps; i++) {
      Thing one = places.get(random.nextInt(PLACES));
      Thing other = places.get(random.nextInt(PLACES));
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          Thing fresh = new Thing(types[random.nextInt(types.length)]);
          int scope = one == null ? -1 : Hooks.scopeEntered(one, probe.scope);
          Hooks.opened(fresh, fresh.type(), null);
          Hooks.scopeExited(scope, probe.scope, one);
          Thing before = places.getAndSet(random.nextInt(PLACES), fresh);
          if (before != null) {
            close(before);
          }
        }
        case 2 -> {
          if (one != null) {
            close(one);
          }
        }
        case 3 -> {
          if (one != null && other != null) {
            Hooks.held(one, other, "entry");
          }
        }
        default -> {
          if (one != null) {
            Hooks.dropped(one, random.nextBoolean() ? one : other);
          }
        }
      }
    }
  }
}
