package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.ledger.files.SecondJvm;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivenessTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();

  private Ended read(Liveness liveness) throws IOException {
    Path file = ledger.writeTo(dir.resolve("a.ledger"));
    return LedgerReader.read(file, liveness).process().ended();
  }

  @Test
  void aProcessRunsUntilItIsKilled() throws Exception {
    try (SecondJvm jvm = SecondJvm.holding(dir.resolve("a.lock"))) {
      assertThat(read(Liveness.PROBE)).isEqualTo(Ended.RUNNING);
      jvm.kill();
      assertThat(read(Liveness.PROBE)).isEqualTo(Ended.KILLED);
    }
  }

  @Test
  void aProcessThatNotedItsEndRunsUntilItsLockIsReleased() throws Exception {
    ledger.putInt(HEADER_ENDED, ENDED_EXIT);
    try (SecondJvm jvm = SecondJvm.holding(dir.resolve("a.lock"))) {
      assertThat(read(Liveness.PROBE)).isEqualTo(Ended.RUNNING);
    }
    assertThat(read(Liveness.PROBE)).isEqualTo(Ended.EXIT);
  }

  @Test
  void aProcessWithoutALockHasEnded() throws IOException {
    assertThat(read(Liveness.PROBE)).isEqualTo(Ended.KILLED);
  }

  @Test
  void inItsOwnProcessTheHeaderDecides() throws IOException {
    assertThat(read(Liveness.OWN_PROCESS)).isEqualTo(Ended.RUNNING);
    ledger.putInt(HEADER_ENDED, ENDED_EXIT);
    assertThat(read(Liveness.OWN_PROCESS)).isEqualTo(Ended.EXIT);
  }

  @Test
  void readingInItsOwnProcessKeepsTheLock() throws IOException {
    try (LedgerLock held = LedgerLock.hold(dir.resolve("a.lock"))) {
      read(Liveness.OWN_PROCESS);
      assertThat(read(Liveness.PROBE)).isEqualTo(Ended.RUNNING);
      assertThat(SecondJvm.seesHeld(dir.resolve("a.lock"))).isTrue();
    }
  }

  @Test
  void aProcessWhoseLockIsNotAFileHasEnded() throws IOException {
    Files.createDirectory(dir.resolve("a.lock"));
    assertThat(read(Liveness.PROBE)).isEqualTo(Ended.KILLED);
  }
}
