package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests which processes are judged at which reading, with clocks that advance only when a process
 * is judged.
 */
class JudgingOrderTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");

  @TempDir private Path folder;

  private final List<Long> judged = new ArrayList<>();
  private final List<AutoCloseable> processes = new ArrayList<>();
  private long nanos = 1;
  private long processorNanos = 1;
  private long reportNanos;
  private long reportProcessorNanos;
  private final MachineWatch watch =
      new MachineWatch(
          new WatchedFolders(
              () -> List.of(folder),
              file -> true,
              9,
              () -> NOON,
              path -> ProcessWatch.open(path, this::judged)),
          0.06,
          () -> NOON,
          () -> nanos,
          () -> processorNanos);

  private ReportDigest judged(Path ledger, Instant at, @Nullable ReportDigest last)
      throws IOException {
    nanos += reportNanos;
    processorNanos += reportProcessorNanos;
    ReportDigest digest = ProcessWatch.digest(ledger, at, last);
    String name = ledger.getFileName().toString();
    judged.add(Long.parseLong(name.substring(0, name.indexOf('-'))));
    return digest;
  }

  @AfterEach
  void close() throws Exception {
    watch.close();
    for (AutoCloseable process : processes) {
      process.close();
    }
  }

  /** Processes with greater ids start later. */
  private SampleLedger ledger(long pid) throws IOException {
    return SampleLedger.of(folder, pid, NOON.plusSeconds(pid), "app.Main").open("file", 1);
  }

  private LedgerLock running(SampleLedger ledger) throws IOException {
    LedgerLock lock = ledger.running();
    processes.add(() -> ledger.ended(3));
    processes.add(lock);
    return lock;
  }

  /** Reads after the given time has passed, and returns the processes that were judged. */
  private List<Long> judgedAfter(long passed) {
    nanos += passed;
    judged.clear();
    watch.next();
    return List.copyOf(judged);
  }

  @Test
  void timeInWhichOtherProgramsRunIsNotTheBudgetsTime() throws IOException {
    for (int pid = 1; pid <= 9; pid++) {
      ledger(pid).killed();
    }
    reportNanos = 2 * SECOND;
    reportProcessorNanos = 20 * MILLI;

    List<Long> all = new ArrayList<>();
    for (int reading = 0; reading < 9; reading++) {
      all.addAll(judgedAfter(SECOND / 2));
    }
    assertThat(all).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void aReadingJudgesForASecondAndThenLooksWhoHasEnded() throws IOException {
    for (int pid = 1; pid <= 9; pid++) {
      ledger(pid).killed();
    }
    reportNanos = 400 * MILLI;
    reportProcessorNanos = MILLI;

    assertThat(judgedAfter(0)).hasSize(3);
    assertThat(judgedAfter(0)).hasSize(3);
  }

  @Test
  void whoHasJustEndedIsJudgedFirstAndWithAnEmptyBudget() throws IOException {
    SampleLedger busy = ledger(1);
    running(busy);
    LedgerLock second = running(ledger(2));
    LedgerLock third = running(ledger(3));
    ledger(4).killed();
    assertThat(judgedAfter(0)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
    reportProcessorNanos = 60 * SECOND;
    reportNanos = 60 * SECOND;
    busy.open("file", 2);
    assertThat(judgedAfter(2 * SECOND)).containsExactly(1L);

    busy.open("file", 2);
    second.close();
    third.close();
    ledger(5).killed();

    assertThat(judgedAfter(2 * SECOND)).containsExactlyInAnyOrder(2L, 3L, 5L);
    assertThat(judgedAfter(SECOND)).isEmpty();
    assertThat(judgedAfter(5_000 * SECOND)).containsExactly(1L);
  }

  @Test
  void whatHadEndedBeforeTheWatchBeganWaitsForTheBudget() throws IOException {
    ledger(1).killed();
    ledger(2).killed();
    reportProcessorNanos = 60 * SECOND;

    assertThat(judgedAfter(0)).hasSize(1);
    assertThat(judgedAfter(SECOND)).isEmpty();
    assertThat(judgedAfter(2_000 * SECOND)).hasSize(1);
  }

  @Test
  void judgesNoMoreThanItsShareOfTheTimeUnlessEverythingIsAskedFor() throws IOException {
    for (int pid = 1; pid <= 9; pid++) {
      ledger(pid).killed();
    }
    reportProcessorNanos = 600 * MILLI;

    assertThat(judgedAfter(0)).as("what there is at first is used up").hasSize(5);
    assertThat(judgedAfter(SECOND)).as("60 ms of processor time").hasSize(1);
    assertThat(judgedAfter(0)).isEmpty();
    judged.clear();
    watch.judged((number, count) -> {});
    assertThat(judged).hasSize(3);
  }

  @Test
  void aBusyProcessDoesNotKeepOthersFromBeingJudged() throws IOException {
    SampleLedger busy = ledger(2);
    running(busy);
    ledger(1).killed();
    reportProcessorNanos = 10 * SECOND;

    assertThat(judgedAfter(0)).containsExactly(2L);
    busy.open("file", 2);
    assertThat(judgedAfter(200 * SECOND)).containsExactly(1L);
    busy.open("file", 2);
    assertThat(judgedAfter(200 * SECOND)).containsExactly(2L);
  }
}
