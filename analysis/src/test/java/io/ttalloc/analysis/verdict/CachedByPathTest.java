package io.ttalloc.analysis.verdict;

import static io.ttalloc.analysis.LedgerBuilder.cache;
import static io.ttalloc.analysis.LedgerBuilder.container;
import static io.ttalloc.analysis.LedgerBuilder.ledger;
import static io.ttalloc.analysis.LedgerBuilder.stack;
import static io.ttalloc.analysis.LedgerBuilder.type;
import static io.ttalloc.analysis.Reports.fix;
import static io.ttalloc.analysis.Reports.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.analysis.Analysis;
import io.ttalloc.analysis.AnalysisOptions;
import io.ttalloc.analysis.LedgerBuilder;
import io.ttalloc.analysis.OpenedResource;
import io.ttalloc.analysis.Reports;
import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.analysis.finding.Confidence;
import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.heap.report.Reach;
import io.ttalloc.ledger.read.ProcessEntry.Ended;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.HolderRecord;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests the verdict on resources that, according to a heap dump, are in holders with {@code holder:
 * by-path}.
 */
class CachedByPathTest {
  private static final TypeEntry CONN = type("connection", "com.acme.Conn");
  private static final TypeEntry POOL = cache("pool", "com.acme.Pool", "evictAll()");
  private static final List<Frame> OPENED = stack("com.acme.Conn.<init>:3", "com.acme.Main.run:40");
  private static final String MAP = "com.acme.ConnMap";

  private final LedgerBuilder ledger =
      ledger().code(writer -> HolderRecord.write(writer, MAP, null));

  private static HeldBy in(String type, long object, String entry) {
    return new HeldBy(type, object, HeldBy.UNTRACKED, entry);
  }

  /**
   * Returns what a heap dump shows of all open resources; {@code holders} maps labels to holders.
   */
  private HeapReport heap(Function<List<SlotEntry>, Map<String, HeldBy>> holders) {
    return ledger.read(
        image -> {
          List<SlotEntry> slots = new ArrayList<>();
          assertThat(image.forEachSlot(slots::add)).isEmpty();
          Map<String, HeldBy> byLabel = holders.apply(slots);
          List<HeldResource> held = new ArrayList<>();
          for (SlotEntry slot : slots) {
            String label = slot.label();
            held.add(held(slot, label == null ? null : byLabel.get(label)));
          }
          return new HeapReport(0, 0, 10, held);
        });
  }

  private static HeldResource held(SlotEntry slot, @Nullable HeldBy by) {
    return new HeldResource(
        slot.id().index(),
        slot.tally().id(),
        HeldResource.State.OPEN,
        slot.id().index(),
        slot.tally().type().className(),
        24,
        Reach.STRUCTURE,
        null,
        true,
        by);
  }

  private List<Finding> findings(Map<String, HeldBy> holders) {
    return findings(slots -> holders);
  }

  private List<Finding> findings(Function<List<SlotEntry>, Map<String, HeldBy>> holders) {
    return Reports.of(
            ledger, AnalysisOptions.defaults().holding(heap(holders), DumpTime.OF_READING))
        .findings();
  }

  private static Finding only(List<Finding> findings) {
    assertThat(findings).hasSize(1);
    return findings.get(0);
  }

  private OpenedResource conn(String label) {
    return ledger.open(CONN, OPENED).label(label);
  }

  private static int slotOf(List<SlotEntry> slots, TypeEntry type) {
    return slots.stream()
        .filter(slot -> slot.tally().type().className().equals(type.className()))
        .findFirst()
        .orElseThrow()
        .id()
        .index();
  }

  @Test
  void oneInAHolderIsCachedAndOneOfTheSameStackThatIsNotIsLeftOpen() {
    conn("kept");
    conn("leaked");

    List<Finding> findings = findings(Map.of("kept", in(MAP, 1, "\"a\"")));

    assertThat(findings)
        .extracting(Finding::verdict)
        .containsExactly(Verdicts.LEFT_OPEN, Verdicts.CACHED);
    assertThat(why(findings.get(0)))
        .containsExactly(
            "open when the process ended; the heap dump does not show what refers to it");
    Finding cached = findings.get(1);
    assertThat(cached.leak()).isFalse();
    assertThat(cached.ownership().heldBy()).containsExactly("ConnMap");
    assertThat(cached.ownership().entries()).containsExactly("\"a\"");
    assertThat(why(cached))
        .containsExactly(
            "the cache still holds it: a later call may hit the entry",
            "the heap shows a path through the cache to it, under the key \"a\"");
    assertThat(fix(cached)).isEqualTo("clear the ConnMap");
  }

  @Test
  void severalHoldersAreCountedByTheirClasses() {
    conn("a");
    conn("b");
    conn("c");

    Finding cached =
        only(
            findings(
                Map.of(
                    "a", in(MAP, 1, "1"), "b", in(MAP, 2, "2"), "c", in("com.acme.Idle", 3, ""))));

    assertThat(cached.ownership().heldBy()).containsExactly("2 x ConnMap", "Idle");
    assertThat(why(cached))
        .contains("the heap shows a path through the cache to it, under the keys 1, 2");
  }

  @Test
  void theCallThatItsRuleNamesClearsIt() {
    ledger.code(writer -> HolderRecord.write(writer, MAP, "clear()"));
    conn("a");

    assertThat(fix(only(findings(Map.of("a", in(MAP, 1, "")))))).isEqualTo("call ConnMap.clear()");
  }

  @Test
  void aTrackedHolderIsNamedWithItsLabel() {
    ledger.open(POOL, OPENED).label("orders");
    conn("a");

    Finding cached =
        only(
            findings(
                slots -> Map.of("a", new HeldBy("com.acme.Pool", 1, slotOf(slots, POOL), ""))));

    assertThat(cached.ownership().heldBy()).containsExactly("Pool#1 (orders)");
    assertThat(fix(cached)).isEqualTo("call Pool.evictAll()");
  }

  @Test
  void aTrackedHolderThatWasClosedSinceTheDumpHoldsNothing() {
    OpenedResource pool = ledger.open(POOL, OPENED);
    conn("owned").owner(pool);
    conn("a");
    HeapReport before =
        heap(slots -> Map.of("a", new HeldBy("com.acme.Pool", 1, slotOf(slots, POOL), "")));

    pool.closedBy(OPENED);

    assertThat(
            Reports.of(ledger, AnalysisOptions.defaults().holding(before, DumpTime.OF_READING))
                .findings())
        .extracting(Finding::verdict)
        .containsExactlyInAnyOrder(Verdicts.ORPHANED, Verdicts.LEFT_OPEN);
  }

  @Test
  void whatAnOwnerInAHolderOwnsIsCachedWithIt() {
    OpenedResource route = ledger.open(container("route", "com.acme.Route"), OPENED).label("route");
    conn("a").owner(route);

    Finding cached = only(findings(Map.of("route", in(MAP, 1, "\"r\""))));

    assertThat(cached.verdict()).isEqualTo(Verdicts.CACHED);
    assertThat(cached.ownership().roots()).containsExactly("Route#1");
    assertThat(why(cached).get(1)).endsWith("under the key \"r\"");
  }

  @Test
  void oneInAHolderIsNotOrphanedThoughItsOwnerWasClosed() {
    OpenedResource route = ledger.open(container("route", "com.acme.Route"), OPENED);
    conn("a").owner(route);
    conn("b").owner(route);
    route.closedBy(OPENED);

    assertThat(findings(Map.of("a", in(MAP, 1, ""))))
        .extracting(Finding::verdict)
        .containsExactly(Verdicts.ORPHANED, Verdicts.CACHED);
  }

  @Test
  void withoutTheHeapItIsUnknownAndSaid() {
    conn("a");

    Finding left = only(Reports.of(ledger).findings());

    assertThat(left.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(left.confidence()).isEqualTo(Confidence.Level.MEDIUM);
    assertThat(why(left))
        .contains(
            "only the heap shows whether it is in a holder (ConnMap), but the heap was not"
                + " examined (set holders=true)");
  }

  @Test
  void ofARunningProcessAndOfAKilledOneItIsSaidHowItIsKnown() {
    conn("a");

    ledger.ended(Ended.RUNNING);
    assertThat(why(only(Reports.of(ledger).findings())).get(1))
        .endsWith(", but the heap was not examined (run dump --holders)");
    ledger.ended(Ended.KILLED);
    assertThat(why(only(Reports.of(ledger).findings())).get(1))
        .endsWith(", but the heap was not examined before tracking ended");
  }

  @Test
  void noVerdictRestsOnADumpOfAnotherTime() {
    conn("a");
    HeapReport heap = heap(slots -> Map.of("a", in(MAP, 1, "")));
    ledger.lasting(10_000_000_000L);

    Finding left =
        only(
            ledger.read(
                image ->
                    Analysis.of(
                            image,
                            AnalysisOptions.defaults()
                                .holding(
                                    heap,
                                    DumpTime.at(
                                        image.process(),
                                        image.process().clock().base().toEpochMilli() + 5_000)))
                        .findings()));

    assertThat(left.verdict()).isEqualTo(Verdicts.LEFT_OPEN);
    assertThat(why(left))
        .anyMatch(
            why -> why.endsWith(", but the heap dump is from a different time than the ledger"));
  }

  @Test
  void whereNoClassIsAHolderNothingIsSaidOfIt() {
    LedgerBuilder without = ledger();
    without.open(CONN, OPENED);

    Finding left = only(Reports.of(without).findings());

    assertThat(why(left)).noneMatch(why -> why.contains("holder ("));
    assertThat(left.confidence()).isEqualTo(Confidence.Level.HIGH);
  }
}
