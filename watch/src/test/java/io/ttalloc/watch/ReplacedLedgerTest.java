package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the data of two ledgers is not mixed when one replaces the other while it is watched.
 */
class ReplacedLedgerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;
  @TempDir private Path elsewhere;

  private long nanos = 1;
  private boolean duringJudging;
  private Path ledger;
  private Path other;
  private MachineWatch watch;

  @BeforeEach
  void start() throws IOException {
    ledger = SampleLedger.of(folder, 7, NOON, "app.One").open("file", 1).killed().ledger();
    other =
        SampleLedger.of(elsewhere, 8, NOON, "app.Two")
            .open("file", 1)
            .open("socket", 1)
            .killed()
            .ledger();
    watch =
        new MachineWatch(
            new WatchedFolders(
                () -> List.of(folder),
                file -> true,
                9,
                () -> NOON,
                path -> ProcessWatch.open(path, this::judged)),
            1,
            () -> NOON,
            () -> nanos,
            () -> nanos);
  }

  @AfterEach
  void close() {
    watch.close();
  }

  private ReportDigest judged(Path path, Instant at, ReportDigest last) throws IOException {
    if (duringJudging) {
      duringJudging = false;
      replace();
    }
    return ProcessWatch.digest(path, at, last);
  }

  private void replace() throws IOException {
    Files.move(other, ledger, StandardCopyOption.ATOMIC_MOVE);
  }

  private void assertTheOtherIsWatched() {
    nanos += SECOND;
    MachineState state = watch.next();
    assertThat(state.processes()).extracting(ProcessView::pid).containsExactly(8L);
    assertThat(state.processes().get(0).digest().sums().live()).isEqualTo(2);
    assertThat(state.changes()).extracting(ProcessChange::to).containsExactly(ProcessState.KILLED);
  }

  @Test
  void oneThatWasJudgedBefore() throws IOException {
    assertThat(watch.next().processes().get(0).digest().sums().live()).isEqualTo(1);
    replace();
    assertTheOtherIsWatched();
  }

  @Test
  void oneThatIsReplacedBetweenItsOpeningAndItsReport() {
    duringJudging = true;
    ProcessView first = watch.next().processes().get(0);
    assertThat(first.pid()).isEqualTo(7);
    assertThat(first.digest()).as("a report on the other").isNull();
    assertThat(first.deleted()).isTrue();
    assertTheOtherIsWatched();
  }
}
