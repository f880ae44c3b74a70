package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.testing.Variant;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One thread adds a resource to a cache, or removes it, while another thread closes the resource.
 * The next resource reuses the slot and must inherit nothing from the closed one.
 */
@Variant
class HoldWhileClosingStressTest {
  @TempDir Path folder;

  int races() {
    return 100_000;
  }

  private static final class Round {
    final Object cache = new Object();
    volatile Object contested = new Object();
    volatile Object bystander = new Object();
  }

  private static void close(Object object, int rule) {
    Object token = Hooks.closing(object, rule);
    if (token != null) {
      Hooks.closed(object, token, null);
    }
  }

  @Test
  void nothingOfItIsWrittenIntoTheNextResource() throws Exception {
    try (TestProbe probe = new TestProbe(folder, false)) {
      int races = races();
      Round round = new Round();
      Hooks.opened(round.cache, probe.cache, null);
      CyclicBarrier barrier = new CyclicBarrier(2);
      ExecutorService other = Executors.newSingleThreadExecutor();
      Future<?> holding =
          other.submit(
              () -> {
                for (int i = 0; i < races; i++) {
                  barrier.await();
                  Object contested = round.contested;
                  Hooks.held(round.cache, contested, "entry");
                  if ((i & 1) == 0) {
                    Hooks.dropped(round.cache, contested);
                  }
                  barrier.await();
                }
                return null;
              });
      for (int i = 0; i < races; i++) {
        Object contested = new Object();
        Hooks.opened(contested, probe.plain, null);
        round.contested = contested;
        barrier.await();
        close(contested, probe.plain);
        // The new resource takes the slot that was just freed, from the batch of this thread.
        Object next = new Object();
        Hooks.opened(next, probe.plain, null);
        round.bystander = next;
        barrier.await();
        if (i < races - 1) {
          close(next, probe.plain);
        }
      }
      holding.get(30, TimeUnit.MINUTES);
      other.shutdown();

      assertThat(probe.slots()).hasSize(2);
      assertThat(probe.slots())
          .allSatisfy(
              slot -> {
                assertThat(slot.ownership().owner()).isNull();
                assertThat(slot.ownership().held()).isNull();
              });
      assertThat(probe.image().hookErrors()).isZero();
      Hooks.dropped(round.cache, round.cache);
      close(round.bystander, probe.plain);
      close(round.cache, probe.cache);
      assertThat(probe.slots()).isEmpty();
      assertThat(probe.sum(tally -> tally.opened())).isEqualTo(2L * races + 1);
      assertThat(probe.sum(tally -> tally.closed())).isEqualTo(2L * races + 1);
    }
  }
}
