package io.ttalloc.agent.exit;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.ledger.slots.SlotBatch;
import io.ttalloc.ledger.write.LedgerHeader;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.ledger.write.OpenAtEnd;
import io.ttalloc.ledger.write.Tally;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests in which cases the heap is searched at exit. */
class HeapLookTest {
  @TempDir private Path folder;
  private LedgerWriter ledger;

  @BeforeEach
  void begin() throws IOException {
    Path file = Files.createFile(folder.resolve("a.ledger"));
    ledger = new LedgerWriter(file.toFile(), new LedgerHeader(1, 1, 1, 1, "", "", false, true), 0);
  }

  @AfterEach
  void end() {
    ledger.ended();
  }

  private OpenAtEnd oneOpen() {
    int type = ledger.type("file", "a.File", 0, null, null, 0);
    Tally tally = Objects.requireNonNull(ledger.tally(type, 0));
    int slot = ledger.slots().take(new SlotBatch(1));
    assertThat(slot).isPositive();
    ledger.slots().fill(slot, tally.id(), 1, 0);
    tally.opened(0, false);
    ledger.slots().publish(slot);
    return ledger.openAtEnd();
  }

  /**
   * An instrumentation whose methods all throw, since none may be called before the heap is dumped.
   */
  private static Instrumentation none() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            Instrumentation.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private static HeapLook search(Wanted wanted) {
    return new HeapLook(none(), wanted, 60, false, true);
  }

  @Test
  void aLargeHeapIsAskedOnItsOwnAccordOnlyForHoldersByPath() {
    byte[] large = new byte[80 << 20];
    OpenAtEnd open = oneOpen();

    assertThat(search(Wanted.AUTO).isNeeded(open, false, false)).isFalse();
    assertThat(search(Wanted.AUTO).isNeeded(open, true, false)).isTrue();
    // Keeps the array reachable until here.
    assertThat(large).isNotEmpty();
  }

  @Test
  void afterASignalItIsAskedOnlyIfTheUserSaysSo() {
    OpenAtEnd open = oneOpen();

    assertThat(search(Wanted.AUTO).isNeeded(open, true, true)).isFalse();
    assertThat(search(Wanted.TRUE).isNeeded(open, false, true)).isTrue();
  }

  @Test
  void whatTheUserSaysCounts() {
    OpenAtEnd open = oneOpen();

    assertThat(search(Wanted.TRUE).isNeeded(open, false, false)).isTrue();
    assertThat(search(Wanted.FALSE).isNeeded(open, true, false)).isFalse();
  }

  @Test
  void whereNothingIsOpenNobodyIsAsked() {
    assertThat(search(Wanted.TRUE).isNeeded(ledger.openAtEnd(), true, false)).isFalse();
  }
}
