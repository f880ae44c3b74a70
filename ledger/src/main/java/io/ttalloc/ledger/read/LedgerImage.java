package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Loss;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The content of a ledger at the time of reading. Everything but the slots is held in memory; slots
 * are streamed from the file, because there may be ten million of them.
 *
 * <p>Immutable except for the file that {@link #forEachSlot} reads. Thread-safe.
 */
public interface LedgerImage {
  /** The process that wrote the ledger. */
  ProcessEntry process();

  /** Every tally by its id. */
  Map<Integer, TallyEntry> tallies();

  /** Every resource whose type may own or hold others, and every closed owner, by slot index. */
  Map<Integer, SlotEntry> owners();

  /** Running totals per device and space, in the order of device, then space. */
  List<DeviceEntry> devices();

  /** The allocator's numbers, in the order in which they were sampled. */
  List<StatisticsEntry> statistics();

  /** Marks, in the order of time. */
  List<Mark> marks();

  /** What was open at marks. */
  SampledMarks sampledMarks();

  /** Misuses, in the order of their first occurrence. */
  List<MisuseEntry> misuse();

  /** The stacks of closes. */
  List<CloseSiteEntry> closeSites();

  /** Rules' names for call sites. */
  List<SiteName> siteNames();

  /** Where code comes from, in the order in which it was written; empty if it was not recorded. */
  List<OriginEntry> origins();

  /**
   * What the classes of resources extend and implement, by their names; without what the JDK has.
   */
  Map<String, Set<String>> superTypes();

  /** The names of the classes that were not woven as their rules say, sorted. */
  Set<String> notWoven();

  /** The classes of holders of which the heap tells the contents. */
  List<HolderClass> holderClasses();

  /** Threads that ran when the process ended in order; empty if no stacks were captured then. */
  List<ThreadEntry> threads();

  /** Variables of frames that stood inside try statements when the process ended in order. */
  List<GuardEntry> guards();

  /** Recent events, in the order of time. */
  List<EventEntry> events();

  /** The relative time from which {@link #events} is complete; 0 if it has all events. */
  long eventsSinceNanos();

  /** Frames of the stack with this id, innermost first; empty if there is none. */
  List<Frame> stack(int stackId);

  /** How many events could not be recorded, for each reason that occurred. */
  Map<Loss, Long> losses();

  /** How many events could not be recorded. */
  default long dropped() {
    long sum = 0;
    for (long count : losses().values()) {
      sum += count;
    }
    return sum;
  }

  /** Errors inside the probe. */
  long hookErrors();

  /** Closes of resources that were never seen to be opened. */
  long unknownCloses();

  /** What is wrong with the file, one sentence each; empty if nothing is. */
  List<String> damage();

  /** What is wrong with the file of marks, one sentence each; empty if nothing is. */
  List<String> marksDamage();

  /**
   * Calls the visitor with every resource that is open, collected or a closed owner, in the order
   * of slot index.
   *
   * @return what is wrong with the file now and is not in {@link #damage}; empty if nothing is
   * @throws IOException the file could not be read
   */
  List<String> forEachSlot(Consumer<SlotEntry> visitor) throws IOException;
}
