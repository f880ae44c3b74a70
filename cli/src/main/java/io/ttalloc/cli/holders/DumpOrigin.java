package io.ttalloc.cli.holders;

import io.ttalloc.analysis.facts.DumpTime;
import io.ttalloc.heap.report.HeapReport;
import io.ttalloc.heap.report.HeldResource;
import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a heap dump was made by the process that wrote a ledger, during the time that the
 * ledger covers.
 */
public final class DumpOrigin {
  /** Allows for occasional adjustments of the wall clock. */
  private static final long TOLERANCE_NANOS = 1_000_000_000;

  private DumpOrigin() {}

  /**
   * Checks a dump of unknown origin.
   *
   * @param name the dump's name in messages
   * @throws NoHeapException if the dump is from another process or time
   * @throws IOException if the slots of the ledger could not be read
   */
  public static void check(String name, HeapReport heap, LedgerImage image)
      throws NoHeapException, IOException {
    String problem = problem(heap, image);
    if (problem != null) {
      throw new NoHeapException(
          "%s %s, expected a dump of process %d from the time that its ledger covers; the dump is not used"
              .formatted(name, problem, image.process().pid()));
    }
  }

  private static @Nullable String problem(HeapReport heap, LedgerImage image) throws IOException {
    ProcessEntry process = image.process();
    boolean known = heap.clockBaseNanos() != 0;
    if (known && heap.clockBaseNanos() != process.clock().baseNanos()) {
      return "is from another process";
    }
    String outside = outside(heap.takenMillis(), process);
    if (outside != null) {
      return (known ? "" : "is from another process or time: it ") + outside;
    }
    return known || agree(heap, image) ? null : "is from another process";
  }

  /**
   * If the dump was not taken while the ledger was written, returns a clause that says so;
   * otherwise null.
   */
  private static @Nullable String outside(long takenMillis, ProcessEntry process) {
    long taken = DumpTime.sinceClockBase(process, takenMillis);
    Instant began = process.clock().base();
    if (taken < -TOLERANCE_NANOS) {
      return "was taken at %s, but the ledger begins at %s"
          .formatted(seconds(Instant.ofEpochMilli(takenMillis)), seconds(began));
    }
    if (taken - TOLERANCE_NANOS > process.clock().readAtNanos()) {
      String end =
          process.ended() == ProcessEntry.Ended.EXIT ? "the process ended" : "the ledger was read";
      return "was taken at %s, but %s at %s"
          .formatted(
              seconds(Instant.ofEpochMilli(takenMillis)), end, seconds(process.clock().readAt()));
    }
    return null;
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Whether the dump and the ledger agree about the type and stack of each slot in which both have
   * a resource.
   */
  private static boolean agree(HeapReport heap, LedgerImage image) throws IOException {
    Map<Integer, Integer> tallies = new HashMap<>();
    for (HeldResource resource : heap.resources()) {
      if (resource.tally() != 0 && resource.state() == HeldResource.State.OPEN) {
        tallies.put(resource.slot(), resource.tally());
      }
    }
    DumpTime time = DumpTime.at(image.process(), heap.takenMillis());
    boolean[] agree = {true};
    List<String> unused =
        image.forEachSlot(
            slot -> {
              Integer tally = tallies.get(slot.id().index());
              if (tally != null && tally != slot.tally().id() && time.knew(slot)) {
                agree[0] = false;
              }
            });
    return agree[0];
  }
}
