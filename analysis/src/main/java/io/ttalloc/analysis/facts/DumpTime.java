package io.ttalloc.analysis.facts;

import io.ttalloc.ledger.read.LedgerImage;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The time of a heap dump, relative to the time when the ledger was read ("the reading"). Resources
 * that were opened later are not in the dump, and a slot of the ledger may have belonged to another
 * resource when the heap was dumped. Immutable.
 *
 * @param known the resources that were open, in the same slot, when the heap was dumped
 * @param isOfReading whether the dump shows the heap as it was at the reading
 * @param isJustBefore whether the heap was dumped just before the reading. Whatever kept a resource
 *     reachable in the dump is assumed to keep it reachable at the reading as well; no dump of a
 *     running process can show more.
 * @param earlierNanos the time from the heap dump to the reading; 0 if too short to mention
 */
public record DumpTime(
    Predicate<SlotEntry> known, boolean isOfReading, boolean isJustBefore, long earlierNanos) {
  /**
   * The time of a dump that was taken at the reading: nothing was opened or closed in between, as
   * at exit.
   */
  public static final DumpTime OF_READING = atExit(Long.MAX_VALUE);

  /** The time stamp has millisecond precision, and wall clocks are occasionally adjusted. */
  private static final long TOLERANCE_NANOS = 1_000_000_000;

  private static final int NO_GENERATION = -1;

  /**
   * Returns the time of a dump that was taken after an earlier reading of the same ledger and
   * before the reading for which the dump is used. The dump covers the resources that are open, in
   * the same slot and generation, in both readings.
   *
   * @throws IOException if the slots of the earlier reading could not be read
   */
  public static DumpTime after(LedgerImage earlier) throws IOException {
    int[] generations = generations(earlier);
    return new DumpTime(
        slot ->
            slot.id().index() < generations.length
                && generations[slot.id().index()] == slot.id().generation(),
        false,
        true,
        0);
  }

  /** The generation of each slot; an array because there may be millions of slots. */
  private static int[] generations(LedgerImage image) throws IOException {
    int[][] table = {new int[0]};
    List<String> unused =
        image.forEachSlot(
            slot -> {
              int[] known = table[0];
              int index = slot.id().index();
              if (index >= known.length) {
                table[0] = Arrays.copyOf(known, Math.max(index + 1, 2 * known.length));
                Arrays.fill(table[0], known.length, table[0].length, NO_GENERATION);
              }
              table[0][index] = slot.id().generation();
            });
    return table[0];
  }

  /**
   * Returns the time of a dump that was taken after the process had begun to end and before the
   * last reading of its ledger. The dump shows the state in which the process ended. An object
   * already existed when its slot was opened, so the heap dump contains it if it was reachable.
   *
   * @param nanos a time just before the heap was dumped, in the relative time of the ledger
   */
  public static DumpTime atExit(long nanos) {
    return new DumpTime(slot -> slot.opened().nanos() <= nanos, true, true, 0);
  }

  /**
   * Returns the time of a dump from its time stamp, which is wall clock time. The dump covers the
   * resources that were opened at least one second before the dump.
   */
  public static DumpTime at(ProcessEntry process, long takenMillis) {
    long taken = sinceClockBase(process, takenMillis);
    return new DumpTime(
        slot -> taken - slot.opened().nanos() >= TOLERANCE_NANOS && slot.opened().nanos() >= 0,
        false,
        false,
        Math.max(0, process.clock().readAtNanos() - taken));
  }

  /**
   * Converts a wall clock time to the relative time of a ledger, in nanoseconds; saturates at the
   * range of a long.
   */
  public static long sinceClockBase(ProcessEntry process, long millis) {
    Instant taken = Instant.ofEpochMilli(millis);
    try {
      return Duration.between(process.clock().base(), taken).toNanos();
    } catch (ArithmeticException e) {
      return taken.isBefore(process.clock().base()) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /** Whether the resource in a slot was already open in that slot when the heap was dumped. */
  public boolean knew(SlotEntry slot) {
    return known.test(slot);
  }
}
