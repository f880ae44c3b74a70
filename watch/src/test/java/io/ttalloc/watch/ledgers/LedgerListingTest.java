package io.ttalloc.watch.ledgers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.files.LedgerFiles;
import io.ttalloc.ledger.files.LedgerLock;
import io.ttalloc.watch.progress.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerListingTest {
  private static final Instant NOON = Instant.parse("2023-11-14T12:00:00Z");
  private static final long MUCH = 1L << 30;

  @TempDir private Path folder;

  private SampleLedger ledger(long pid, long startedSecond) throws IOException {
    return SampleLedger.of(folder, pid, NOON.plusSeconds(startedSecond), "app.Main");
  }

  private LedgerListing list(int max) throws IOException {
    return list(max, MUCH);
  }

  private LedgerListing list(int max, long maxBytes) throws IOException {
    List<Path> folders = List.of(folder, folder.resolve("missing"));
    List<String> problems = new ArrayList<>();
    try (Progress progress = Progress.onTerminal()) {
      LedgerListing listing = LedgerListing.of(folders, max, maxBytes, problems::add, progress);
      assertThat(problems).isEmpty();
      return listing;
    }
  }

  private static LedgerListing read(LedgerSelection selection) {
    try (Progress progress = Progress.onTerminal()) {
      return LedgerListing.of(selection, MUCH, progress);
    }
  }

  private LedgerSelection selection() throws IOException {
    LedgerSelection selection = new LedgerSelection(9, file -> true);
    LedgerFiles.forEach(folder, selection::add);
    return selection;
  }

  @Test
  void amongEqualOnesRunningProcessesComeFirstAndOfEachStateThoseThatStartedLast()
      throws IOException {
    ledger(1, 10).ended(5);
    ledger(2, 20).ended(5);
    ledger(3, 0).killed();
    Instant started = Instant.now().minusSeconds(90);
    LedgerLock lock = SampleLedger.of(folder, 4, started, "app.Main").open("file", 1).running();
    try {
      LedgerListing listing = list(9);

      assertThat(listing.rows()).extracting(LedgerRow::pid).containsExactly(4L, 3L, 2L, 1L);
      assertThat(listing.rows())
          .extracting(LedgerRow::state)
          .containsExactly(
              ProcessState.RUNNING, ProcessState.KILLED, ProcessState.ENDED, ProcessState.ENDED);
      assertThat(listing.omitted()).isEmpty();
      assertThat(listing.rows().get(0).content()).isEqualTo(new LedgerRow.Content(1, 64, null));
    } finally {
      lock.close();
    }
  }

  /** The ledger with the leak is the oldest of the ended processes. */
  @Test
  void mostLeaksComeFirstThenMostOpen() throws IOException {
    ledger(1, 0).open("file", 1).ended(5);
    ledger(2, 1).killed();
    ledger(3, 2).open("file", 1).killed();
    ledger(4, 3).open("file", 1).open("file", 2).killed();
    Files.writeString(folder.resolve("5-5-0000000a.ledger"), "what is this");

    assertThat(list(9).rows()).extracting(LedgerRow::pid).containsExactly(1L, 4L, 3L, 2L, 5L);
  }

  /** Findings of two types are one entry of a report if the same unknown call opened both. */
  @Test
  void whatIsOpenIsCountedAsReportsDo() throws IOException {
    ledger(1, 0).open("file", 1).open("file", 2).open("socket", 3).ended(7);
    ledger(2, -1).ended(2);

    assertThat(list(9).rows())
        .extracting(LedgerRow::content)
        .containsExactly(new LedgerRow.Content(3, 192, 1L), new LedgerRow.Content(0, 0, 0L));
  }

  @Test
  void ofAKilledProcessLeaksAreUnknownAndTheAgeIsThatOfItsLastEvent() throws IOException {
    ledger(1, 0).open("file", 30).open("file", 20).killed();
    ledger(2, -1).killed();

    assertThat(list(9).rows())
        .extracting(LedgerRow::age)
        .containsExactly(Duration.ofSeconds(30), Duration.ZERO);
    assertThat(list(9).rows())
        .extracting(LedgerRow::content)
        .containsExactly(new LedgerRow.Content(2, 128, null), new LedgerRow.Content(0, 0, 0L));
  }

  @Test
  void noMoreAreReadThanAreShown() throws IOException {
    ledger(1, 1).ended(5);
    ledger(2, 2).ended(5);
    ledger(3, 3).killed();
    ledger(4, 4).killed();
    Files.writeString(folder.resolve("5-5-0000000a.ledger"), "what is this");

    LedgerListing listing = list(1);

    assertThat(listing.rows()).extracting(LedgerRow::pid).containsExactly(4L);
    assertThat(listing.omitted())
        .isEqualTo(
            Map.of(ProcessState.KILLED, 1L, ProcessState.ENDED, 2L, ProcessState.UNREADABLE, 1L));
  }

  @Test
  void aLedgerThatIsTooLargeIsNotReadToItsEnd() throws IOException {
    ledger(1, 2).open("file", 1).ended(5);
    ledger(2, 1).open("file", 1).ended(6);
    Path first = ledger(3, 0).open("file", 1).killed().ledger();

    LedgerListing listing = list(9, Files.size(first));

    assertThat(listing.unread()).isEqualTo(2);
    assertThat(listing.rows()).extracting(LedgerRow::pid).containsExactly(3L, 1L, 2L);
    assertThat(listing.rows().get(0).content()).isEqualTo(new LedgerRow.Content(1, 64, null));
    assertThat(listing.rows().subList(1, 3))
        .allMatch(row -> row.content() == null)
        .allMatch(row -> row.command().equals("app.Main"))
        .extracting(LedgerRow::age)
        .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(6));
    assertThat(list(9, 0).rows().get(0).age()).isNull();
  }

  @Test
  void whatCannotBeReadSaysWhy() throws IOException {
    Path spoilt = Files.writeString(folder.resolve("5-5-0000000a.ledger"), "what is this");

    assertThat(list(9).rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.pid()).isEqualTo(5);
              assertThat(row.problem()).startsWith(spoilt + " is not a ledger: ");
            });
  }

  @Test
  void aLedgerThatVanishesWhileItIsReadIsLeftOut() throws IOException {
    Path vanishing = ledger(1, 1).ended(5).ledger();
    ledger(2, 0).ended(5);
    LedgerSelection selection = selection();
    Files.delete(vanishing);

    assertThat(read(selection).rows()).extracting(LedgerRow::pid).containsExactly(2L);
    assertThat(LedgerCandidate.of(LedgerFiles.beside(vanishing))).isNull();
  }

  @Test
  void aProcessThatEndsMeanwhileIsListedAsEnded() throws IOException {
    SampleLedger ends = ledger(1, 9);
    LedgerLock lock = ends.running();
    ledger(2, 10).killed();
    LedgerSelection selection = selection();
    ends.ended(5);
    lock.close();

    assertThat(read(selection).rows())
        .extracting(LedgerRow::state)
        .containsExactly(ProcessState.KILLED, ProcessState.ENDED);
  }

  @Test
  void ledgersOfOtherUsersAreCountedAndNotOpened() throws IOException {
    Path theirs = ledger(1, 0).ended(5).ledger();
    ledger(2, 1).ended(5);
    LedgerSelection selection = new LedgerSelection(9, file -> !file.equals(theirs));
    LedgerFiles.forEach(folder, selection::add);

    LedgerListing listing = read(selection);

    assertThat(listing.rows()).extracting(LedgerRow::pid).containsExactly(2L);
    assertThat(listing.ofOthers()).isEqualTo(1);
  }

  @Test
  void linksAreNotFollowed() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path ledger = SampleLedger.of(elsewhere, 1, NOON, "app.Main").ended(5).ledger();
    Files.createSymbolicLink(folder.resolve("7-7-0000000a.ledger"), ledger);

    assertThat(list(9).rows()).isEmpty();
  }
}
