package io.ttalloc.ledger.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerLockTest {
  @TempDir Path dir;
  private Path lock;

  @BeforeEach
  void name() {
    lock = dir.resolve("a.lock");
  }

  @Test
  void aMissingLockIsFree() throws IOException {
    assertThat(LedgerLock.isHeld(lock)).isFalse();
    assertThat(lock).doesNotExist();
  }

  @Test
  void anotherProcessHoldsItUntilItIsKilled() throws Exception {
    try (SecondJvm jvm = SecondJvm.holding(lock)) {
      assertThat(LedgerLock.isHeld(lock)).isTrue();
      assertThat(LedgerLock.isHeld(lock)).isTrue();
      jvm.kill();
      assertThat(LedgerLock.isHeld(lock)).isFalse();
      assertThat(lock).exists();
    }
  }

  @Test
  void anotherProcessReleasesItWhenItEndsInOrder() throws IOException {
    SecondJvm.holding(lock).close();
    assertThat(LedgerLock.isHeld(lock)).isFalse();
  }

  @Test
  void probingItsOwnLockDoesNotReleaseIt() throws IOException {
    try (LedgerLock held = LedgerLock.hold(lock)) {
      assertThat(LedgerLock.isHeld(lock)).isTrue();
      Path link = Files.createLink(dir.resolve("b.lock"), lock);
      assertThat(LedgerLock.isHeld(link)).isTrue();
      assertThat(SecondJvm.seesHeld(lock)).isTrue();
    }
    assertThat(LedgerLock.isHeld(lock)).isFalse();
    assertThat(SecondJvm.seesHeld(lock)).isFalse();
  }

  @Test
  void probingALockOfAnotherCopyOfThisClassDoesNotReleaseIt() throws IOException {
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(LedgerLock.isHeld(lock)).isTrue();
      assertThat(SecondJvm.seesHeld(lock)).isTrue();
      assertThat(held.isValid()).isTrue();
    }
  }

  @Test
  void isPrivateAndNeverTakenOver() throws IOException {
    try (LedgerLock held = LedgerLock.hold(lock)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
          .isEqualTo("rw-------");
      assertThatThrownBy(() -> LedgerLock.hold(lock))
          .isInstanceOf(FileAlreadyExistsException.class);
      held.close();
      assertThat(LedgerLock.isHeld(lock)).isFalse();
    }
  }
}
