package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.LedgerLayout.*;
import static io.ttalloc.ledger.RecordLayout.*;
import static io.ttalloc.ledger.SlotLayout.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters and the slots of a process that ended normally must agree. */
class BalanceTest {
  @TempDir Path dir;
  private final LedgerBytes ledger = new LedgerBytes();
  private Path file;
  private int tally;
  private int last;

  /**
   * Five resources are opened and two are closed. One of the two closed resources is an owner,
   * whose slot is kept.
   */
  @BeforeEach
  void openFiveAndCloseTwo() {
    file = dir.resolve("a.ledger");
    tally = ledger.tally(ledger.type("mesh", "M", TYPE_OWNER), 0);
    int other = ledger.unusedTally(ledger.type("buffer", "B", 0), 0);
    ledger.count(tally, 0, COUNT_OPENED, 2);
    ledger.count(tally, 3, COUNT_OPENED, 1);
    ledger.count(tally, 2, COUNT_CLOSED, 1);
    ledger.count(other, 1, COUNT_OPENED, 2);
    ledger.count(other, 1, COUNT_CLOSED, 1);
    ledger.count(tally, 1, COUNT_COLLECTED, 1);
    ledger.state(ledger.open(tally, 0), 1, STATE_CLOSED_OWNER);
    ledger.state(ledger.open(tally, 0), 1, STATE_COLLECTED);
    ledger.state(ledger.open(tally, 0), 1, STATE_CLOSING);
    ledger.state(ledger.extend(ledger.open(other, 0)), 1, STATE_EXTENSION);
    last = ledger.open(other, 0);
    ledger.state(last, 1, STATE_FREE);
    ledger.putInt(HEADER_ENDED, ENDED_EXIT);
  }

  private LedgerImage read() throws IOException {
    return LedgerReader.read(ledger.writeTo(file), Liveness.PROBE);
  }

  private String differ(int found) {
    return file
        + ": the number of resources with a slot is "
        + found
        + ", expected 3 according to the counters (5 opened, 2 closed); which resources are"
        + " still open is uncertain";
  }

  @Test
  void whatIsOpenCollectedOrClosingCountsAndNothingElse() throws IOException {
    LedgerImage image = read();
    assertThat(image.damage()).isEmpty();
    assertThat(image.forEachSlot(slot -> {})).isEmpty();
  }

  @Test
  void aSlotThatIsMissingIsDamage() throws IOException {
    ledger.state(last - 2, 1, STATE_FREE);
    assertThat(read().damage()).containsExactly(differ(2));
  }

  @Test
  void aSlotTooManyIsDamage() throws IOException {
    ledger.state(last, 2, STATE_OPEN);
    assertThat(read().damage()).containsExactly(differ(4));
  }

  @Test
  void aSlotThatIsMissingInTheSecondPassIsDamageOfThatPass() throws IOException {
    LedgerImage image = read();
    ledger.state(last - 2, 1, STATE_FREE);
    ledger.writeTo(file);
    assertThat(image.forEachSlot(slot -> {})).containsExactly(differ(2));
  }

  @Test
  void errorsInHooksExplainADifference() throws IOException {
    ledger.state(last - 2, 1, STATE_FREE);
    ledger.putLong(HEADER_HOOK_ERRORS, 1);
    assertThat(read().damage()).isEmpty();
  }

  @Test
  void aProcessThatRunsOrWasKilledIsNotChecked() throws IOException {
    ledger.state(last - 2, 1, STATE_FREE);
    ledger.putInt(HEADER_ENDED, ENDED_RUNNING);
    assertThat(read().damage()).isEmpty();
    assertThat(LedgerReader.read(file, Liveness.OWN_PROCESS).damage()).isEmpty();
  }

  @Test
  void aProcessThatEndedWhileAHookWasRunningIsNotChecked() throws IOException {
    ledger.state(last - 2, 1, STATE_FREE);
    ledger.putInt(HEADER_FLAGS, Gap.HOOKS_AT_WORK.flag);
    assertThat(read().damage()).isEmpty();
  }
}
