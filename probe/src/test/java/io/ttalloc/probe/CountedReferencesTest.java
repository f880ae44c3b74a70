package io.ttalloc.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.probed.Caller;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A resource that is closed when its reference count reaches zero. */
class CountedReferencesTest {
  @TempDir Path folder;
  private TestProbe probe;

  @BeforeEach
  void start() throws Exception {
    probe = new TestProbe(folder);
  }

  @AfterEach
  void noHookFails() throws Exception {
    assertThat(probe.failures).isEmpty();
    probe.close();
  }

  private Object open() {
    Object resource = new Object();
    probe.open(resource, probe.plain, 0);
    return resource;
  }

  private @Nullable Object begin(Object resource, int change) {
    return Hooks.counting(resource, probe.plain, change);
  }

  private static void end(Object resource, @Nullable Object call, @Nullable Throwable thrown) {
    Hooks.closed(resource, call, thrown);
  }

  private void change(Object resource, int change) {
    end(resource, begin(resource, change), null);
  }

  /** The reference count of the only resource that has one; null if none has. */
  private SlotEntry.@Nullable References references() throws Exception {
    for (SlotEntry slot : probe.slots()) {
      if (slot.references() != null) {
        return slot.references();
      }
    }
    return null;
  }

  private int count() throws Exception {
    return Objects.requireNonNull(references()).count();
  }

  @Test
  void isOpenUntilItsCountIsZero() throws Exception {
    Object resource = open();
    change(resource, 1);
    change(resource, 5);
    change(resource, -1);
    assertThat(count()).isEqualTo(6);
    change(resource, -5);
    assertThat(count()).isEqualTo(1);
    change(resource, -1);

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.sum("plain", TallyEntry::closed)).isEqualTo(1);
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void takesNoRoomIfItIsNeverRetained() throws Exception {
    Object resource = open();
    assertThat(references()).isNull();
    change(resource, -1);
    assertThat(probe.slots()).isEmpty();
  }

  @Test
  void keepsTheLastCallsTheLatestFirst() throws Exception {
    Object resource = open();
    for (int i = 1; i <= SlotLayout.CHANGES_KEPT + 2; i++) {
      change(resource, i);
    }
    Caller.release(resource, probe.plain);
    Caller.releaseAgain(resource, probe.plain);

    SlotEntry.References references = Objects.requireNonNull(references());
    assertThat(references.retained()).isEqualTo(SlotLayout.CHANGES_KEPT + 2);
    assertThat(references.retains()).hasSize(SlotLayout.CHANGES_KEPT);
    assertThat(references.retains())
        .extracting(SlotEntry.Change::nanos)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
    assertThat(references.released()).isEqualTo(2);
    assertThat(references.releases())
        .extracting(this::caller)
        .containsExactly("releaseAgain", "release");
    assertThat(references.releases())
        .extracting(SlotEntry.Change::thread)
        .containsOnly(Thread.currentThread().getName());
  }

  private String caller(SlotEntry.Change change) {
    try {
      return probe.image().stack(change.stack()).get(0).method();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aCallThatThrowsChangesNothing() throws Exception {
    Object resource = open();
    change(resource, 1);
    end(resource, begin(resource, 1), new IllegalStateException("retain"));
    end(resource, begin(resource, -1), new IllegalStateException("release"));
    assertThat(count()).isEqualTo(2);
    assertThat(Objects.requireNonNull(references()).retained()).isEqualTo(1);
    assertThat(Objects.requireNonNull(references()).released()).isZero();

    change(resource, -1);
    end(resource, begin(resource, -1), new IllegalStateException("the last one"));
    assertThat(count()).isEqualTo(1);
    assertThat(probe.misuses(MisuseKind.CLOSE_FAILED)).isEqualTo(1);
    change(resource, -1);
    assertThat(probe.slots()).isEmpty();
  }

  @Test
  void whatACallCallsInTurnIsPartOfIt() throws Exception {
    Object resource = open();
    Object other = open();
    Object outer = begin(resource, 1);
    assertThat(begin(resource, 1)).isNull();
    Object onOther = begin(other, 1);
    assertThat(onOther).isNotNull();
    end(other, onOther, null);
    end(resource, outer, null);
    change(resource, 1);

    assertThat(probe.slots())
        .extracting(slot -> Objects.requireNonNull(slot.references()).count())
        .containsExactlyInAnyOrder(3, 2);
  }

  @Test
  void aRetainThatFailsWhileTheLastReferenceIsGivenUpClosesIt() throws Exception {
    Object resource = open();
    Object late = begin(resource, 1);
    Thread other = new Thread(() -> change(resource, -1));
    other.start();
    other.join();
    assertThat(probe.slots()).hasSize(1);
    end(resource, late, new IllegalStateException("gone"));

    assertThat(probe.slots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
  }

  @Test
  void oneReleaseTooManyIsASecondClose() throws Exception {
    Object resource = open();
    change(resource, -1);
    change(resource, -1);
    assertThat(probe.misuses(MisuseKind.DOUBLE_CLOSE)).isEqualTo(1);
  }

  @Test
  void otherFactsAreKeptWhicheverCameFirst() throws Exception {
    Object labelled = new Object();
    Hooks.opened(labelled, probe.plain, 0, 0, 0, 0, null, null, true, false, "first", null);
    change(labelled, 1);
    Object shelf = new Object();
    probe.open(shelf, probe.cache, 0);
    Object held = open();
    change(held, 1);
    Hooks.held(shelf, held, "entry");

    assertThat(probe.slots())
        .filteredOn(slot -> slot.references() != null)
        .extracting(
            slot ->
                slot.label()
                    + " "
                    + slot.ownership().entry()
                    + " "
                    + Objects.requireNonNull(slot.references()).count())
        .containsExactlyInAnyOrder("first null 2", "null entry 2");
    change(labelled, -2);
    change(held, -2);
    assertThat(probe.slots()).hasSize(1);
  }

  @Variant
  @Test
  void takesNoMoreOfTheLedgerThanIsOpen() throws Exception {
    int openings = 300_000;
    for (int i = 0; i < openings; i++) {
      Object resource = open();
      change(resource, 1);
      change(resource, -1);
      change(resource, -1);
    }
    // The file grows ahead of need, by an amount that depends on the machine's speed.
    assertThat(Files.size(folder.resolve("test.ledger")))
        .isLessThan((long) openings * SlotLayout.SLOT_BYTES);
  }

  @Test
  void threadsThatShareOneLoseNoReference() throws Exception {
    Object resource = open();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      change(resource, 1);
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 5_000; i++) {
                  change(resource, 2);
                  change(resource, -1);
                  change(resource, -1);
                }
                change(resource, -1);
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(count()).isEqualTo(1);
    assertThat(Objects.requireNonNull(references()).retained()).isEqualTo(4 + 4 * 5_000);
    change(resource, -1);
    assertThat(probe.slots()).isEmpty();
    assertThat(probe.image().misuse()).isEmpty();
  }
}
