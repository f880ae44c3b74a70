package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.Retention.Endings;
import io.ttalloc.ledger.files.Retention.Limits;
import io.ttalloc.ledger.files.Retention.Surplus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {
  private static final Instant NOW = Instant.parse("2023-11-14T22:00:00Z");

  @TempDir Path dir;

  private LedgerFiles files(int pid) {
    return LedgerFiles.beside(dir.resolve(pid + "-10-0000000a.ledger"));
  }

  private static Path write(Path file, int bytes, int minutesAgo) throws IOException {
    Files.write(file, new byte[bytes]);
    return Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(60L * minutesAgo)));
  }

  private LedgerFiles ended(int pid, int bytes, int minutesAgo) throws IOException {
    LedgerFiles files = files(pid);
    write(files.ledger(), bytes, minutesAgo);
    write(files.lock(), 0, minutesAgo);
    return files;
  }

  private List<Path> prune(int count, long bytes, @Nullable LedgerFiles own) throws IOException {
    return delete(Limits.of(count, bytes), own, (ledger, modified) -> modified);
  }

  /** Returns the files that are deleted. */
  private List<Path> delete(Limits limits, @Nullable LedgerFiles own, Endings endings)
      throws IOException {
    List<Path> deleted = new ArrayList<>();
    for (Surplus one : Retention.surplus(dir, limits, own, endings, NOW)) {
      assertThat(one.delete()).isTrue();
      deleted.addAll(one.files());
    }
    assertThat(deleted).noneMatch(Files::exists);
    return deleted;
  }

  @Test
  void deletesTheOldestEndedOverTheCount() throws IOException {
    LedgerFiles old = ended(1, 1, 30);
    LedgerFiles oldest = ended(2, 1, 40);
    LedgerFiles young = ended(3, 1, 10);
    write(oldest.marks(), 1, 40);
    assertThat(prune(1, 100, null))
        .containsExactly(oldest.ledger(), oldest.marks(), oldest.lock(), old.ledger(), old.lock());
    assertThat(young.ledger()).exists();
    assertThat(young.lock()).exists();
    assertThat(prune(1, 100, null)).isEmpty();
  }

  @Test
  void deletesTheOldestEndedOverTheBytes() throws IOException {
    LedgerFiles old = ended(1, 60, 30);
    ended(2, 60, 20);
    ended(3, 40, 10);
    assertThat(prune(20, 100, null)).containsExactly(old.ledger(), old.lock());
  }

  @Test
  void aLimitOfZeroKeepsNothingThatHasEnded() throws IOException {
    LedgerFiles only = ended(1, 1, 10);
    assertThat(prune(20, 0, null)).contains(only.ledger());
  }

  @Test
  void neverDeletesARunningProcesssFilesNorItsOwnNorForeignOnes() throws IOException {
    LedgerFiles running = files(1);
    LedgerFiles own = ended(2, 10, 50);
    Path notes = write(dir.resolve("notes.ledger"), 10, 99);
    Path directory = Files.createDirectory(dir.resolve("5-10-0000000a.ledger"));
    Path outside = write(dir.resolve("precious"), 10, 99);
    Path link = Files.createSymbolicLink(dir.resolve("6-10-0000000a.ledger"), outside);
    try (SecondJvm jvm = SecondJvm.holding(running.lock())) {
      write(running.ledger(), 10, 60);
      assertThat(prune(0, 0, own)).isEmpty();
      assertThat(LedgerLock.isHeld(running.lock())).isTrue();
    }
    assertThat(running.ledger()).exists();
    assertThat(own.ledger()).exists();
    assertThat(notes).exists();
    assertThat(directory).exists();
    assertThat(link).isSymbolicLink();
    assertThat(prune(0, 0, own)).contains(running.ledger());
  }

  @Test
  void deletesLocksAndMarksWhoseLedgerIsGoneButNotThoseOfAProcessThatIsStarting()
      throws IOException {
    Path oldMarks = write(files(1).marks(), 5, 10);
    Path oldLock = write(files(2).lock(), 0, 10);
    Path young = write(files(3).lock(), 0, 0);
    Path foreign = write(dir.resolve("yarn.lock"), 5, 10);
    assertThat(prune(20, 100, null)).containsExactly(oldMarks, oldLock);
    assertThat(young).exists();
    assertThat(foreign).exists();
  }

  /**
   * The names and sizes of ledgers suffice for the decision, so a process that ends need not read
   * the ledgers of other processes.
   */
  @Test
  void whereThereIsLittleNothingMayHaveToBeDeleted() throws IOException {
    assertThat(mayPrune(4, 100)).isFalse();
    LedgerFiles one = ended(1, 60, 30);
    write(one.marks(), 5, 30);
    write(dir.resolve("woven.classes"), 500, 30);
    assertThat(mayPrune(4, 100)).isFalse();
    assertThat(prune(4, 100, null)).isEmpty();

    assertThat(mayPrune(3, 100)).as("many files").isTrue();
    assertThat(mayPrune(4, 59)).as("bytes").isTrue();
    Files.delete(one.ledger());
    assertThat(mayPrune(4, 100)).as("a lock without a ledger").isTrue();
    Files.delete(one.lock());
    assertThat(mayPrune(4, 100)).as("marks without a ledger").isTrue();
    assertThat(Retention.mayPrune(dir.resolve("nowhere"), Limits.of(4, 100))).isTrue();
  }

  private boolean mayPrune(int count, long bytes) {
    return Retention.mayPrune(dir, Limits.of(count, bytes));
  }

  @Test
  void whatEndedAtTheGivenTimeOrLaterStaysWhateverTheLimits() throws IOException {
    LedgerFiles old = ended(1, 7, 30);
    write(old.marks(), 5, 30);
    LedgerFiles young = ended(2, 1, 10);
    Path oldOrphan = write(files(3).lock(), 2, 30);
    Path youngOrphan = write(files(4).lock(), 2, 10);
    Limits limits = new Limits(0, 0, NOW.minusSeconds(600));

    assertThat(Retention.surplus(dir, limits, null, (ledger, modified) -> modified, NOW))
        .containsExactly(
            new Surplus(
                List.of(old.ledger(), old.marks(), old.lock()), NOW.minusSeconds(1_800), 12),
            new Surplus(List.of(oldOrphan), NOW.minusSeconds(1_800), 2));
    assertThat(delete(limits, null, (ledger, modified) -> modified)).hasSize(4);
    assertThat(List.of(young.ledger(), young.lock(), youngOrphan)).allMatch(Files::exists);
  }

  @Test
  void theEndOfTheProcessDecidesAndNotWhenItsFileLastGrew() throws IOException {
    LedgerFiles longRunning = ended(1, 1, 99);
    LedgerFiles old = ended(2, 1, 40);
    Endings endings = (ledger, modified) -> ledger.equals(longRunning.ledger()) ? NOW : modified;

    assertThat(delete(Limits.of(1, 100), null, endings)).containsExactly(old.ledger(), old.lock());
  }

  @Test
  void whatIsNoLedgerStaysAndDoesNotCount() throws IOException {
    LedgerFiles ledger = ended(1, 1, 40);
    LedgerFiles other = ended(2, 1, 30);

    assertThat(delete(Limits.of(1, 100), null, (f, m) -> f.equals(other.ledger()) ? null : m))
        .isEmpty();
    assertThat(delete(Limits.of(0, 0), null, (f, m) -> f.equals(other.ledger()) ? null : m))
        .containsExactly(ledger.ledger(), ledger.lock());
    assertThat(other.ledger()).exists();
  }

  @Test
  void doesNothingWhereThereIsNoDirectory() throws IOException {
    assertThat(Retention.surplus(dir.resolve("missing"), Limits.of(0, 0), null, (l, m) -> m, NOW))
        .isEmpty();
  }
}
