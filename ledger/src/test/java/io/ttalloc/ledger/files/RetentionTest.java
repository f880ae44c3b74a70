package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
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

  @Test
  void deletesTheOldestEndedOverTheCount() throws IOException {
    LedgerFiles old = ended(1, 1, 30);
    LedgerFiles oldest = ended(2, 1, 40);
    LedgerFiles young = ended(3, 1, 10);
    write(oldest.marks(), 1, 40);
    assertThat(Retention.prune(dir, 1, 100, null, NOW))
        .containsExactly(oldest.ledger(), oldest.marks(), oldest.lock(), old.ledger(), old.lock());
    assertThat(young.ledger()).exists();
    assertThat(young.lock()).exists();
    assertThat(Retention.prune(dir, 1, 100, null, NOW)).isEmpty();
  }

  @Test
  void deletesTheOldestEndedOverTheBytes() throws IOException {
    LedgerFiles old = ended(1, 60, 30);
    ended(2, 60, 20);
    ended(3, 40, 10);
    assertThat(Retention.prune(dir, 20, 100, null, NOW)).containsExactly(old.ledger(), old.lock());
  }

  @Test
  void aLimitOfZeroKeepsNothingThatHasEnded() throws IOException {
    LedgerFiles only = ended(1, 1, 10);
    assertThat(Retention.prune(dir, 20, 0, null, NOW)).contains(only.ledger());
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
      assertThat(Retention.prune(dir, 0, 0, own, NOW)).isEmpty();
      assertThat(LedgerLock.isHeld(running.lock())).isTrue();
    }
    assertThat(running.ledger()).exists();
    assertThat(own.ledger()).exists();
    assertThat(notes).exists();
    assertThat(directory).exists();
    assertThat(link).isSymbolicLink();
    assertThat(Retention.prune(dir, 0, 0, own, NOW)).contains(running.ledger());
  }

  @Test
  void deletesLocksAndMarksWhoseLedgerIsGoneButNotThoseOfAProcessThatIsStarting()
      throws IOException {
    Path oldMarks = write(files(1).marks(), 5, 10);
    Path oldLock = write(files(2).lock(), 0, 10);
    Path young = write(files(3).lock(), 0, 0);
    Path foreign = write(dir.resolve("yarn.lock"), 5, 10);
    assertThat(Retention.prune(dir, 20, 100, null, NOW)).containsExactly(oldMarks, oldLock);
    assertThat(young).exists();
    assertThat(foreign).exists();
  }

  @Test
  void doesNothingWhereThereIsNoDirectory() throws IOException {
    assertThat(Retention.prune(dir.resolve("missing"), 0, 0, null)).isEmpty();
  }
}
