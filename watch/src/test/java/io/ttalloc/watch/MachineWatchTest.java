package io.ttalloc.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.ledgers.LedgerSelection;
import io.ttalloc.watch.ledgers.ProcessState;
import io.ttalloc.watch.ledgers.SampleLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineWatchTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");
  private static final double WHOLE = 1;

  @TempDir private Path folder;

  private long nanos = 1;
  private Instant now = NOON.plusSeconds(100);
  private MachineWatch watch = watching(WHOLE, 9, file -> true);

  @AfterEach
  void close() {
    watch.close();
  }

  private MachineWatch watching(double share, int max, LedgerSelection.Ownership user) {
    // Not a field, because JUnit sets the field for the folder only after the object is created.
    return new MachineWatch(
        new WatchedFolders(
            () -> List.of(folder, folder.resolve("missing")),
            user,
            max,
            () -> now,
            ProcessWatch::open),
        share,
        () -> now,
        () -> nanos,
        () -> nanos);
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
  void aProcessIsCountedWhileItRunsAndJudgedWhenItHasEnded() throws IOException {
    SampleLedger ledger = ledger(7, 0).open("file", 1);
    LedgerLock lock = ledger.running();
    try {
      MachineState first = watch.next();

      ProcessView running = first.processes().get(0);
      assertThat(first.changes())
          .extracting(ProcessChange::to)
          .containsExactly(ProcessState.RUNNING);
      assertThat(running.pid()).isEqualTo(7);
      assertThat(running.pulse().open()).isEqualTo(1);
      assertThat(running.digest()).isNotNull();
      assertThat(running.digest().sums().leaks()).isNull();
      assertThat(running.digest().sums().live()).isEqualTo(1);

      ledger.open("file", 2).open("file", 3);
      MachineState second = aSecondLater();

      assertThat(second.changes()).isEmpty();
      assertThat(second.processes().get(0).pulse().opened()).isEqualTo(3);
      assertThat(second.processes().get(0).openedPerSecond()).isEqualTo(2);
      assertThat(second.processes().get(0).openHistory()).containsExactly(1L, 3L);
    } finally {
      ledger.ended(4);
      lock.close();
    }
    MachineState last = aSecondLater();
    ProcessView ended = last.processes().get(0);
    assertThat(last.changes()).extracting(ProcessChange::to).containsExactly(ProcessState.ENDED);
    assertThat(ended.digest().sums().leaks()).isEqualTo(1);
    assertThat(ended.openedPerSecond()).isZero();
    assertThat(aSecondLater().changes()).isEmpty();
  }

  @Test
  void aKilledProcessKeepsWhatItLeft() throws IOException {
    SampleLedger ledger = ledger(7, 0).open("file", 1).open("socket", 1);
    LedgerLock lock = ledger.running();
    watch.next();
    lock.close();

    MachineState state = aSecondLater();

    assertThat(state.changes()).extracting(ProcessChange::to).containsExactly(ProcessState.KILLED);
    assertThat(state.processes().get(0).digest().sums().live()).isEqualTo(2);
    assertThat(state.processes().get(0).digest().sites())
        .extracting(site -> site.entry().group().verdict().toString())
        .containsOnly("OPEN");
    ledger.ended(0);
  }

  @Test
  void aProcessThatDeletesItsLedgerAtItsEndIsReportedAsEnded() throws IOException {
    SampleLedger ledger = ledger(7, 0).open("file", 1);
    LedgerLock lock = ledger.running();
    watch.next();
    LedgerFiles files = ledger.ended(2);
    lock.close();
    Files.delete(files.ledger());

    MachineState state = aSecondLater();

    assertThat(state.changes()).extracting(ProcessChange::to).containsExactly(ProcessState.ENDED);
    assertThat(state.processes().get(0).deleted()).isTrue();
    assertThat(state.problems()).isEmpty();
    assertThat(aSecondLater().processes()).isEmpty();
  }

  @Test
  void devicesAreThoseOfRunningProcessesWithWhatTheirAllocatorsHave() throws IOException {
    SampleLedger one = ledger(1, 0).openOn(0, "DRAM", "buffer", 36).openOn(0, "L1", "buffer", 64);
    SampleLedger two = ledger(2, 1).shared(true);
    two.openOn(0, "DRAM", "circular-buffer", 36).openOn(0, "DRAM", "circular-buffer", 36);
    SampleLedger dead = ledger(3, 0).openOn(0, "DRAM", "buffer", 0);
    dead.killed();
    LedgerLock first = one.running();
    LedgerLock second = two.running();
    try {
      MachineState state = watch.next();

      assertThat(state.devices())
          .containsExactly(
              new ProcessDevice(
                  2,
                  new DeviceUse(
                      0,
                      "DRAM",
                      128,
                      128,
                      2,
                      0,
                      100L,
                      new DeviceUse.Reported(64, 128, 0, 0, 64, 0.64))),
              new ProcessDevice(
                  1,
                  new DeviceUse(
                      0, "DRAM", 64, 64, 1, 0, 100L, new DeviceUse.Reported(64, 0, 0, 0, 0, 0.64))),
              new ProcessDevice(
                  1,
                  new DeviceUse(
                      0, "L1", 64, 64, 1, 0, 128L, new DeviceUse.Reported(64, 0, 0, 0, 0, 0.5))));
      assertThat(state.processes().get(2).devices()).hasSize(1);
    } finally {
      one.ended(1);
      two.ended(1);
      first.close();
      second.close();
    }
  }

  /** The overlap of handles in a report does not apply to the handles at a later reading. */
  @Test
  void memoryInUseIsThatOfTheReportWhateverHasBeenClosedSince() throws IOException {
    SampleLedger ledger = ledger(7, 0).shared(true).openOn(0, "L1", "circular-buffer", 936);
    ledger.openOn(0, "L1", "circular-buffer", 936);
    LedgerLock lock = ledger.running();
    try {
      MachineState judged = watch.next();
      assertThat(judged.devices().get(0).use().usedBytes()).isEqualTo(64);
      assertThat(judged.processes().get(0).digest().sums().live()).as("by handle").isEqualTo(2);

      ledger.closeLastOn("L1", "circular-buffer");
      nanos += SECOND / 2;
      MachineState state = watch.next();
      DeviceUse use = state.devices().get(0).use();

      assertThat(state.processes().get(0).outdated()).isTrue();
      assertThat(use.bytes()).as("by handle, now").isEqualTo(64);
      assertThat(use.usedBytes()).as("of the report").isEqualTo(64);
      assertThat(use.usedBytes()).isEqualTo(state.processes().get(0).digest().sums().liveBytes());
      assertThat(aSecondLater().devices().get(0).use().usedBytes()).isEqualTo(64);
    } finally {
      ledger.ended(1);
      lock.close();
    }
  }

  @Test
  void sitesBeyondTheLimitAreNotKeptButCounted() throws IOException {
    ledger(7, 0).open("a", 1).ended(2);
    try (MachineWatch keepsNone = new MachineWatch(List.of(folder), WHOLE, 0)) {
      ReportDigest digest = keepsNone.next().processes().get(0).digest();
      assertThat(digest.sites()).isEmpty();
      assertThat(digest.omittedSites()).isEqualTo(1);
      assertThat(digest.sums().live()).isEqualTo(1);
    }
  }

  @Test
  void whatHasNotChangedIsNotJudgedAgain() throws IOException {
    ledger(7, 0).open("file", 1).ended(2);
    Instant judged = watch.next().processes().get(0).digest().reading().at();

    assertThat(aSecondLater().processes().get(0).digest().reading().at()).isEqualTo(judged);
  }

  /**
   * While the process is running, a single report may show half of a change, so a new leak needs a
   * second report.
   */
  @Test
  void aNewLeakOfARunningProcessIsJudgedASecondTime() throws IOException {
    SampleLedger ledger = ledger(7, 0).openAt("block", 4_096).openAt("block", 4_096);
    try (LedgerLock lock = ledger.running()) {
      assertThat(lock).isNotNull();
      ReportDigest first = watch.next().processes().get(0).digest();
      assertThat(first.sums().leaks()).isPositive();

      ReportDigest second = aSecondLater().processes().get(0).digest();
      assertThat(second.reading().at()).isAfter(first.reading().at());
      assertThat(aSecondLater().processes().get(0).digest()).isSameAs(second);
    } finally {
      ledger.ended(2);
    }
  }

  @Test
  void ledgersOfOthersAreCountedAndNotOpened() throws IOException {
    Path theirs = ledger(1, 0).ended(1).ledger();
    ledger(2, 0).ended(1);
    watch = watching(WHOLE, 9, file -> !file.equals(theirs));

    assertThat(watch.next().processes()).extracting(ProcessView::pid).containsExactly(2L);
    assertThat(aSecondLater().ofOthers()).isEqualTo(1);
  }

  @Test
  void ofTooManyTheOldestThatHaveEndedAreLeftOut() throws IOException {
    watch = watching(WHOLE, 2, file -> true);
    ledger(1, 1).ended(1);
    ledger(2, 2).ended(1);
    ledger(3, 3).ended(1);
    assertThat(watch.next().processes()).extracting(ProcessView::pid).containsExactly(3L, 2L);
    SampleLedger late = ledger(4, 4);
    LedgerLock lock = late.running();
    try {
      MachineState state = aSecondLater();

      assertThat(state.processes()).extracting(ProcessView::pid).containsExactly(4L, 3L);
      assertThat(state.omitted()).isEqualTo(2);
      assertThat(aSecondLater().omitted()).isEqualTo(2);
    } finally {
      late.ended(1);
      lock.close();
    }
  }

  @Test
  void aClockThatIsSetBackChangesNoRate() throws IOException {
    SampleLedger ledger = ledger(7, 0).open("file", 1);
    LedgerLock lock = ledger.running();
    try {
      watch.next();
      ledger.open("file", 2);
      nanos += SECOND;
      now = now.minusSeconds(3_600);

      ProcessView view = watch.next().processes().get(0);

      assertThat(view.openedPerSecond()).isEqualTo(1);
      assertThat(view.closedPerSecond()).isZero();
      assertThat(view.age().isNegative()).isFalse();
      assertThat(view.digest().sites().get(0).openedPerSecond()).isZero();
    } finally {
      ledger.ended(3);
      lock.close();
    }
  }

  /** Each number of bytes is valid, but the sum overflows. */
  @Test
  void sumsOfForgedBytesStopAtTheLargestNumber() throws IOException {
    SampleLedger forged = ledger(7, 0).holding(Long.MAX_VALUE).holding(Long.MAX_VALUE);
    forged.killed();

    ProcessView view = watch.next().processes().get(0);

    assertThat(view.digest().sums().liveBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(view.digest().sites().get(0).entry().bytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(view.digest().groups().get(0).bytes()).isEqualTo(Long.MAX_VALUE);
  }
}
