package io.ttalloc.benchmarks.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {

  @ParameterizedTest
  @ValueSource(ints = {Frames.OTHERS, 8, 24, 64})
  void anOperationStandsExactlyAsDeepAsIsSaid(int depth) throws Exception {
    AtomicInteger found = new AtomicInteger();
    perform(() -> found.set(new Throwable().getStackTrace().length), depth, 100);
    assertThat(found).hasValue(depth);
  }

  @Test
  void aBatchDoesAsManyOperationsAsItIsCountedFor() throws Exception {
    AtomicInteger count = new AtomicInteger();
    perform(count::incrementAndGet, 24, 10_000);
    assertThat(count).hasValue(10_000);
  }

  @Test
  void anOperationThatThrowsFailsTheMeasurement() {
    assertThatThrownBy(
            () ->
                perform(
                    () -> {
                      throw new IllegalStateException("not tracked");
                    },
                    8,
                    100))
        .hasRootCauseMessage("not tracked");
  }

  private static void perform(Operation operation, int depth, int operations) throws Exception {
    Worker worker = new Worker(operation, depth);
    worker.start();
    try {
      worker.perform(operations);
    } finally {
      worker.end();
    }
  }
}
