package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.LedgerHeader;
import io.ttalloc.ledger.LedgerWriter;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadStatesTest {
  @TempDir Path folder;

  private ThreadStates states() throws Exception {
    LedgerHeader about =
        new LedgerHeader(4242, 1_000, System.nanoTime(), 2_000, "test", "JVM", false, true);
    return new ThreadStates(new LedgerWriter(folder.resolve("test.ledger").toFile(), about, 1024));
  }

  @Test
  void aThreadWhoseThreadLocalsWereErasedKeepsItsState() throws Exception {
    ThreadStates states = states();
    ThreadState before = states.get();
    states.remove();
    assertThat(states.get()).isSameAs(before);
    assertThat(states.ofPlatformThreads()).containsExactly(before);
  }

  @Test
  void everyThreadHasItsOwn() throws Exception {
    ThreadStates states = states();
    AtomicReference<ThreadState> other = new AtomicReference<>();
    Thread thread = new Thread(() -> other.set(states.get()));
    thread.start();
    thread.join();
    assertThat(other.get()).isNotNull().isNotSameAs(states.get());
  }
}
