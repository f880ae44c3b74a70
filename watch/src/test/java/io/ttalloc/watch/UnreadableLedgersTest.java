package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that files that are not ledgers, or that are deleted or truncated, do not prevent other
 * ledgers from being watched.
 */
class UnreadableLedgersTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private WatchedFolders.Opener open = ProcessWatch::open;
  private long nanos = 1;
  private Instant now = NOON.plusSeconds(100);
  private MachineWatch watch = watching(() -> nanos);
  private int looks;

  @AfterEach
  void close() {
    watch.close();
  }

  private MachineWatch watching(LongSupplier nanoTime) {
    // Not a field, because JUnit sets the field for the folder only after the object is created.
    return new MachineWatch(
        new WatchedFolders(
            () -> List.of(folder), file -> true, 9, () -> now, ledger -> open.open(ledger)),
        1,
        () -> now,
        nanoTime,
        nanoTime);
  }

  private SampleLedger ledger(long pid, long startedSecond) throws IOException {
    return SampleLedger.of(folder, pid, NOON.plusSeconds(startedSecond), "app.Main");
  }

  private MachineState aSecondLater() {
    nanos += SECOND;
    now = now.plusSeconds(1);
    return watch.next();
  }

  @Test
  void aFileThatIsNoLedgerIsReportedInOneSentence() throws IOException {
    Path spoilt = Files.writeString(folder.resolve("5-5-0000000a.ledger"), "what is this");
    Files.setLastModifiedTime(spoilt, FileTime.from(NOON));

    assertThat(watch.next().problems())
        .singleElement()
        .asString()
        .startsWith(spoilt + " is not a ledger: ");
    assertThat(aSecondLater().problems()).hasSize(1);
    Files.delete(spoilt);
    assertThat(aSecondLater().problems()).isEmpty();
  }

  /** The file was written before the clock was set back, so its time is in the future. */
  @Test
  void aFileThatIsNoLedgerIsReportedThoughItIsOfTheFuture() throws IOException {
    Path spoilt = Files.writeString(folder.resolve("5-5-0000000a.ledger"), "what is this");
    Files.setLastModifiedTime(spoilt, FileTime.from(now.plusSeconds(3_600)));

    assertThat(watch.next().problems())
        .singleElement()
        .asString()
        .startsWith(spoilt + " is not a ledger: ");
  }

  @Test
  void aLedgerThatVanishesBeforeItIsJudgedIsNoProblem() throws IOException {
    Path vanishing = ledger(7, 0).open("file", 1).ended(2).ledger();
    ledger(8, 0).open("file", 1).ended(2);
    watch.close();
    watch =
        watching(
            () -> {
              deleteOnceItIsWatched(vanishing);
              return nanos;
            });

    MachineState state = watch.next();

    assertThat(vanishing).doesNotExist();
    assertThat(state.problems()).isEmpty();
    assertThat(state.processes()).filteredOn(view -> view.digest() != null).hasSize(1);
    assertThat(aSecondLater().processes()).extracting(ProcessView::pid).contains(8L);
    assertThat(aSecondLater().processes()).extracting(ProcessView::pid).containsExactly(8L);
  }

  /**
   * Deletes the ledger at the third reading of the clock. The clock is read when the watch is
   * created, before it lists ledgers, and before it judges.
   */
  private void deleteOnceItIsWatched(Path ledger) {
    if (++looks == 3) {
      try {
        Files.delete(ledger);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void aLedgerThatIsCutWhileItIsWatchedIsReportedAndTheOthersAreStillWatched() throws IOException {
    SampleLedger cut = ledger(7, 0).open("file", 1);
    SampleLedger other = ledger(8, 0).open("file", 1);
    LedgerLock first = cut.running();
    LedgerLock second = other.running();
    try {
      assertThat(watch.next().processes()).hasSize(2);
      try (FileChannel file = FileChannel.open(cut.files().ledger(), StandardOpenOption.WRITE)) {
        file.truncate(100);
      }
      other.open("file", 2);

      MachineState state = aSecondLater();

      assertThat(state.problems()).singleElement().asString().contains("7-", " is not a ledger: ");
      assertThat(state.processes()).extracting(view -> view.pulse().open()).containsExactly(2L);
    } finally {
      other.ended(3);
      first.close();
      second.close();
    }
  }

  @Test
  void whatIsNoLedgerIsTriedAgainOnceItsFileHasChanged() throws IOException {
    Path ledger = ledger(7, 0).open("file", 1).killed().ledger();
    byte[] good = Files.readAllBytes(ledger);
    Files.writeString(ledger, "what is this");
    Files.setLastModifiedTime(ledger, FileTime.from(NOON));
    int[] tried = {0};
    open =
        of -> {
          tried[0]++;
          return ProcessWatch.open(of);
        };
    assertThat(watch.next().problems()).hasSize(1);
    assertThat(aSecondLater().problems()).hasSize(1);
    assertThat(tried[0]).as("tried while nothing changed").isEqualTo(1);

    Files.write(ledger, good);
    MachineState state = aSecondLater();

    assertThat(state.problems()).isEmpty();
    assertThat(state.processes()).extracting(ProcessView::pid).containsExactly(7L);
  }

  @Test
  void whatTheSystemRefusesIsTriedAgainEveryTenSeconds() throws IOException {
    Path ledger = ledger(7, 0).open("file", 1).killed().ledger();
    Files.setLastModifiedTime(ledger, FileTime.from(NOON));
    int[] tried = {0};
    open =
        of -> {
          tried[0]++;
          throw new IOException(of + " cannot be read: Too many open files");
        };
    assertThat(watch.next().problems()).hasSize(1);
    for (int second = 1; second <= 9; second++) {
      assertThat(aSecondLater().problems()).hasSize(1);
    }
    assertThat(tried[0]).isEqualTo(1);

    open = ProcessWatch::open;
    MachineState state = aSecondLater();

    assertThat(state.problems()).isEmpty();
    assertThat(state.processes()).hasSize(1);
  }

  @Test
  void oneThatIsTooLargeToBeOpenedIsReportedAndTheOthersAreWatched() throws IOException {
    Path large = ledger(7, 0).open("file", 1).killed().ledger();
    ledger(8, 0).open("file", 1).killed();
    open =
        of -> {
          if (of.equals(large)) {
            throw new OutOfMemoryError("Java heap space");
          }
          return ProcessWatch.open(of);
        };

    MachineState state = watch.next();

    assertThat(state.processes()).extracting(ProcessView::pid).containsExactly(8L);
    assertThat(state.problems())
        .singleElement()
        .asString()
        .startsWith(large + " is too large for the heap of this command");
  }

  @Test
  void oneThatIsTooLargeToBeJudgedIsReportedAndJudgedLater() throws IOException {
    Path large = ledger(7, 0).open("file", 1).killed().ledger();
    int[] tried = {0};
    open =
        of ->
            ProcessWatch.open(
                of,
                (path, at, last) -> {
                  if (tried[0]++ == 0) {
                    throw new OutOfMemoryError("Java heap space");
                  }
                  return ProcessWatch.digest(path, at, last);
                });

    MachineState first = watch.next();

    assertThat(first.processes()).singleElement().matches(view -> view.digest() == null);
    assertThat(first.problems())
        .singleElement()
        .asString()
        .startsWith(large + " is too large for the heap of this command");
    for (int second = 1; second <= 9; second++) {
      assertThat(aSecondLater().problems()).hasSize(1);
    }
    assertThat(tried[0]).isEqualTo(1);
    MachineState later = aSecondLater();
    assertThat(later.problems()).isEmpty();
    assertThat(later.processes()).singleElement().matches(view -> view.digest() != null);
  }
}
