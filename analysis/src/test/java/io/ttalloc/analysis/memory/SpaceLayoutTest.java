package io.ttalloc.analysis.memory;

import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.MeshRun.BUFFER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.Reports;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpaceLayoutTest {
  private static int tally(LedgerBuilder ledger, String call) {
    return ledger.read(
        image ->
            image.tallies().values().stream()
                .filter(tally -> tally.stack().equals(stack(call)))
                .mapToInt(TallyEntry::id)
                .findFirst()
                .orElseThrow());
  }

  @Test
  void hasASpanPerRegionWithTheTallyThatOpenedIt() {
    LedgerBuilder ledger = ledger();
    ledger.open(BUFFER, stack("a.B.c:1")).on("s", 0, "DRAM").at(0x3000, 512).bytes(4_096);
    ledger.open(BUFFER, stack("a.B.c:2")).on("s", 0, "DRAM").at(0x1000, 256).bytes(2_048);
    ledger.open(BUFFER, stack("a.B.c:2")).bytes(7);

    SpaceLayout bank = Reports.of(ledger).memory().layouts().get(0);

    assertThat(Reports.of(ledger).memory().layouts()).hasSize(1);
    assertThat(bank.coarse()).isFalse();
    assertThat(bank.bytes()).isEqualTo(6_144);
    assertThat(bank.spans())
        .containsExactly(
            new SpaceLayout.Span(0x1000, 256, 256, 2_048, 1, List.of(tally(ledger, "a.B.c:2"))),
            new SpaceLayout.Span(0x3000, 512, 512, 4_096, 1, List.of(tally(ledger, "a.B.c:1"))));
  }

  @Test
  void sharedRegionNamesEachTallyOnce() {
    LedgerBuilder ledger = ledger();
    for (int line : new int[] {2, 1, 2, 3}) {
      ledger
          .open(BUFFER, stack("a.B.c:" + line))
          .on("s", 0, "L1")
          .at(0x1000, 256)
          .shared()
          .bytes(256);
    }
    ledger.open(BUFFER, stack("a.B.c:3")).on("s", 0, "L1").at(0x2000, 256).bytes(256);

    assertThat(Reports.of(ledger).memory().layouts().get(0).spans())
        .extracting(SpaceLayout.Span::tallies)
        .satisfiesExactly(
            shared -> assertThat(shared).hasSize(3).doesNotHaveDuplicates(),
            alone -> assertThat(alone).hasSize(1));
  }

  @Test
  void groupsManyRegionsWithoutLosingBytes() {
    LedgerBuilder ledger = ledger();
    for (int i = 0; i < 5_000; i++) {
      ledger.open(BUFFER, stack("a.B.c:1")).on("s", 0, "DRAM").at(i * 100L, 50).bytes(400);
    }
    SpaceLayout bank = Reports.of(ledger).memory().layouts().get(0);

    assertThat(bank.coarse()).isTrue();
    assertThat(bank.spans()).hasSizeBetween(300, SpaceLayout.MAX_SPANS);
    assertThat(bank.spans().stream().mapToLong(SpaceLayout.Span::bytes).sum()).isEqualTo(2_000_000);
    assertThat(bank.spans().stream().mapToLong(SpaceLayout.Span::regions).sum()).isEqualTo(5_000);
    assertThat(bank.spans().stream().mapToLong(SpaceLayout.Span::usedExtent).sum())
        .isEqualTo(250_000);
  }
}
