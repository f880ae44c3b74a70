package io.ttalloc.ledger.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.Loss;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.SlotLayout;
import io.ttalloc.ledger.TypePolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenAtEndTest {
  @TempDir Path dir;
  private TestLedger ledger;

  @BeforeEach
  void begin() throws IOException {
    ledger = new TestLedger(dir);
  }

  @AfterEach
  void end() {
    ledger.close();
  }

  private OpenAtEnd open() {
    return ledger.writer.openAtEnd();
  }

  private Tally tally(int flags, String unseen) {
    int type = ledger.writer.type("file", "a.File", flags, null, unseen, 0);
    return Objects.requireNonNull(ledger.writer.tally(type, 0));
  }

  private int open(Tally tally, int flags) {
    int slot = ledger.open(tally);
    ledger.writer.slots().addFlags(slot, flags);
    return slot;
  }

  private void close(int slot, Tally tally) {
    tally.closed(1);
    ledger.writer.slots().free(slot, ledger.batch);
  }

  @Test
  void aRunThatClosedAllIsClean() {
    Tally tally = ledger.tally();
    close(ledger.open(tally), tally);
    close(ledger.open(tally), tally);
    tally.disowned();
    ledger.writer.gap(Gap.NOT_COLLECTED);

    OpenAtEnd open = open();
    assertThat(open.isClean()).isTrue();
    assertThat(open.count()).isZero();
    assertThat(open.dependsOnHeap()).isFalse();
    assertThat(open.opened()).isEqualTo(2);
    assertThat(open.closed()).isEqualTo(2);
    assertThat(open.disowned()).isEqualTo(1);
    assertThat(open.systemsOwn()).isZero();
  }

  @Test
  void whatIsOpenIsNotAndMayDependOnTheHeap() {
    int slot = ledger.open(ledger.tally());

    assertThat(open().isClean()).isFalse();
    assertThat(open().count()).isEqualTo(1);
    assertThat(open().dependsOnHeap()).isTrue();

    ledger.writer.slots().setState(slot, SlotLayout.STATE_CLOSING);
    assertThat(open().isClean()).isFalse();
    assertThat(open().dependsOnHeap()).isTrue();

    ledger.writer.slots().setState(slot, SlotLayout.STATE_COLLECTED);
    assertThat(open().isClean()).isFalse();
    assertThat(open().dependsOnHeap()).isFalse();
  }

  @Test
  void whatTheSystemKeepsForItselfIsNoneOfTheProgramsOwn() {
    int slot = open(ledger.tally(), SlotLayout.FLAG_INFRASTRUCTURE);
    ledger
        .writer
        .slots()
        .extensions()
        .setInfrastructureScope(slot, ledger.writer.text("S.up"), ledger.batch);

    assertThat(open().isClean()).isTrue();
    assertThat(open().systemsOwn()).isEqualTo(1);
    assertThat(open().dependsOnHeap()).isFalse();

    ledger.writer.slots().setOwner(slot, slot, 1);
    assertThat(open().isClean()).as("owned").isFalse();
  }

  @Test
  void whatTheSystemKeptForItselfAndTheCollectorTookIsNoneOfTheProgramsOwnEither() {
    Tally tally = ledger.tally();
    int slot = open(tally, SlotLayout.FLAG_INFRASTRUCTURE);
    ledger.writer.slots().setState(slot, SlotLayout.STATE_COLLECTED);
    tally.collected(0);

    assertThat(open().isClean()).isTrue();
    assertThat(open().systemsOwn()).isEqualTo(1);
    assertThat(open().dependsOnHeap()).isFalse();

    tally.opened(0, false);
    tally.collected(0);
    tally.folded(8);
    assertThat(open().isClean()).as("another whose slot is gone").isFalse();
  }

  @Test
  void ofInfrastructureThatMoreIsToBeSaidOfIsJudged() {
    for (int flag :
        new int[] {
          SlotLayout.FLAG_ALIAS,
          SlotLayout.FLAG_HAS_ADDRESS,
          SlotLayout.FLAG_HAS_DEVICE,
          SlotLayout.FLAG_CLOSE_FAILED
        }) {
      Tally tally = ledger.tally();
      int slot = open(tally, SlotLayout.FLAG_INFRASTRUCTURE | flag);
      assertThat(open().isClean()).as("flag %d", flag).isFalse();
      close(slot, tally);
    }
    assertThat(open().isClean()).isTrue();
    Tally owner = tally(RecordLayout.TYPE_OWNER, null);
    close(open(owner, SlotLayout.FLAG_INFRASTRUCTURE), owner);
    assertThat(open().isClean()).isTrue();
    int slot = open(owner, SlotLayout.FLAG_INFRASTRUCTURE);
    assertThat(open().isClean()).isFalse();
    close(slot, owner);
    List<String> verdicts = List.of(TypePolicies.VERDICTS.split(" ", -1));
    for (String verdict : verdicts) {
      int shift = TypePolicies.SHIFT + TypePolicies.BITS * verdicts.indexOf(verdict);
      Tally policy = tally(1 << shift, null);
      slot = open(policy, SlotLayout.FLAG_INFRASTRUCTURE);
      assertThat(open().isClean())
          .as("policy for %s", verdict)
          .isEqualTo(!verdict.equals("INFRASTRUCTURE"));
      close(slot, policy);
    }
    for (int i = 0; i < 65; i++) {
      slot = open(ledger.tally(), SlotLayout.FLAG_INFRASTRUCTURE);
    }
    assertThat(open().isClean()).as("65 of them").isFalse();
    close(slot, ledger.tally());
    assertThat(open().isClean()).as("64 of them").isTrue();
  }

  @Test
  void whatACacheHoldsDependsOnNoHeap() {
    int cache = ledger.open(tally(RecordLayout.TYPE_HOLDER, null));
    int slot = ledger.open(ledger.tally());
    assertThat(open().dependsOnHeap()).isTrue();

    ledger.writer.slots().extensions().setHolder(slot, cache, 1, null, ledger.batch);
    assertThat(open().dependsOnHeap()).isFalse();
    assertThat(open().isClean()).isFalse();

    assertThat(ledger.writer.slots().extensions().counts().change(slot, 1, ledger.batch))
        .isNotNegative();
    assertThat(open().dependsOnHeap()).as("with a count of references").isFalse();
    int counted = ledger.open(ledger.tally());
    assertThat(ledger.writer.slots().extensions().counts().change(counted, 1, ledger.batch))
        .isNotNegative();
    assertThat(open().dependsOnHeap()).isTrue();
  }

  @Test
  void aNumberDependsOnNoHeap() {
    int slot = ledger.open(tally(RecordLayout.TYPE_KEYED, null));
    assertThat(slot).isPositive();
    assertThat(open().dependsOnHeap()).isFalse();
    assertThat(open().isClean()).isFalse();
  }

  @Test
  void whatIsOfTheProbeItselfDoesNotCount() {
    int slot = ledger.open(tally(RecordLayout.TYPE_INTERNAL, null));
    assertThat(slot).isPositive();
    assertThat(open().isClean()).isTrue();
    assertThat(open().opened()).isZero();
    assertThat(open().dependsOnHeap()).isFalse();
  }

  /** The ledger must be kept for each of these runs, because there is something to report. */
  @Test
  void aRunOfWhichMoreIsToBeSaidIsJudged() throws IOException {
    judged(() -> ledger.writer.dropped(Loss.NO_HEAP));
    judged(() -> ledger.writer.hookError());
    judged(() -> ledger.writer.unknownClose());
    for (Gap gap : Gap.values()) {
      if (gap != Gap.NOT_COLLECTED) {
        judged(() -> ledger.writer.gap(gap));
      }
    }
    judged(() -> ledger.writer.misuse(MisuseKind.DOUBLE_CLOSE, 1, 0, 0, 0));
    judged(() -> ledger.writer.marked(1));
    judged(
        () -> {
          Tally lost = ledger.tally();
          lost.opened(0, false);
          lost.collected(0);
          lost.folded(8);
        });
    judged(() -> closed(ledger.tally()).reclaimed(0, 8));
    judged(() -> closed(ledger.tally()).hollow());
    judged(() -> closed(tally(RecordLayout.TYPE_CLOSES_UNSEEN, null)));
    judged(() -> closed(tally(0, "b.File.close is not there")));
  }

  private static Tally closed(Tally tally) {
    tally.opened(0, false);
    tally.closed(0);
    return tally;
  }

  private void judged(Runnable change) throws IOException {
    assertThat(open().isClean()).isTrue();
    change.run();
    assertThat(open().isClean()).isFalse();
    ledger.close();
    ledger = new TestLedger(Files.createTempDirectory(dir, "next"));
  }
}
