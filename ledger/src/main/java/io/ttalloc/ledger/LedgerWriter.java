package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Writes one ledger file, which it expects to exist, empty and private to the user.
 *
 * <p>Without locks: whatever an error or the system cuts off in a method here leaves nothing half
 * done that another thread would meet. When the file cannot grow, methods that give an id give 0,
 * "unknown"; the caller goes on and counts what it could not record. How much all this may take in
 * heap and file stands in docs/bounds.md.
 */
public final class LedgerWriter {
  /**
   * Only so many tallies have lifetimes of their own; later ones share their type's, of which there
   * are no more either.
   */
  static final int MAX_LIFETIMES = 4096;

  /** Past so many, what is opened is counted with its type alone. */
  static final int MAX_TALLIES = 1 << 17;

  /** What stacks and types are named by, and all that the application names. */
  static final long MAX_NAME_BYTES = 32L << 20;

  static final long MAX_VALUE_BYTES = 8L << 20;
  static final int MAX_STATISTICS = 1 << 17;

  /** So many of these are kept for the end of the process. */
  static final int LAST_STATISTICS = 1 << 14;

  private static final int TALLY_BUCKETS = 1 << 14;
  private static final int TALLY_BYTES = TALLY_HEAD_BYTES + STRIPES * STRIPE_BYTES;

  private final SegmentedFile file;
  private final MappedByteBuffer header;
  private final RecordArea records;
  private final TextTable names;
  private final TextTable values;
  private final StackTable stacks;
  private final TypeTable types;
  private final Slots slots;
  private final DeviceTotals devices;
  private final Occurrences occurrences;
  private final RecordIndex tallies;
  private final RecordIndex typeTallies;
  private final long clockBaseNanos;
  private final int ringCapacity;
  private final AtomicReferenceArray<@Nullable HistoryRing> rings =
      new AtomicReferenceArray<>(STRIPES);
  private final AtomicInteger lifetimesCount = new AtomicInteger();
  private final AtomicInteger statisticsCount = new AtomicInteger();
  private volatile int statisticsLimit = MAX_STATISTICS - LAST_STATISTICS;

  /**
   * Writes the header of a ledger.
   *
   * @param about what stands in the header
   * @param historyEvents how many recent events to keep over all stripes, 0 = none; rounded down to
   *     a power of two per stripe
   * @throws IOException the file cannot be written
   */
  public LedgerWriter(File target, LedgerHeader about, int historyEvents) throws IOException {
    this(target, about, historyEvents, MAX_SEGMENTS);
  }

  LedgerWriter(File target, LedgerHeader about, int historyEvents, int maxSegments)
      throws IOException {
    file = new SegmentedFile(target, maxSegments);
    header = file.segment(0);
    records = new RecordArea(file);
    names = new TextTable(records, MAX_NAME_BYTES);
    values = new TextTable(records, MAX_VALUE_BYTES);
    stacks = new StackTable(records, names);
    types = new TypeTable(records, names);
    tallies = tallyIndex(MAX_TALLIES);
    typeTallies = tallyIndex(TypeTable.MAX_TYPES);
    slots = new Slots(file);
    devices = new DeviceTotals(records);
    occurrences = new Occurrences(records);
    clockBaseNanos = about.clockBaseNanos;
    ringCapacity = Math.min(MAX_RING_EVENTS, Integer.highestOneBit(historyEvents / STRIPES));
    header.putLong(HEADER_MAGIC, MAGIC);
    header.putInt(HEADER_VERSION, VERSION);
    header.putInt(HEADER_SEGMENT_BYTES, SEGMENT_BYTES);
    header.putLong(HEADER_PID, about.pid);
    header.putLong(HEADER_STARTED_MILLIS, about.startedMillis);
    header.putLong(HEADER_CLOCK_BASE_NANOS, clockBaseNanos);
    header.putLong(HEADER_CLOCK_BASE_EPOCH_NANOS, about.clockBaseEpochNanos);
    header.putInt(HEADER_FLAGS, about.attachedLate ? FLAG_ATTACHED_LATE : 0);
    header.putInt(HEADER_CAPTURE, about.stacksCaptured ? CAPTURE_FULL : CAPTURE_NONE);
    header.putInt(HEADER_COMMAND, names.idOf(about.command));
    header.putInt(HEADER_JVM, names.idOf(about.jvm));
    Words.publishInt(header, HEADER_READY, READY);
  }

  private RecordIndex tallyIndex(int most) {
    return new RecordIndex(records, RECORD_TALLY, true, TALLY_BUCKETS, most, Long.MAX_VALUE);
  }

  /** What has been written, to be read in this process whatever becomes of the file's name. */
  public LedgerContent content() {
    return file;
  }

  /** Nanoseconds since the ledger's clock base, at least 1. */
  public long now() {
    // 0 stands for an event that is not written yet.
    return Math.max(1, System.nanoTime() - clockBaseNanos);
  }

  public Slots slots() {
    return slots;
  }

  public DeviceTotals devices() {
    return devices;
  }

  /** The id of a text that the application chose; 0 if the ledger cannot grow. */
  public int text(String text) {
    int id = values.idOf(text);
    if (id == 0) {
      Words.addLong(header, HEADER_DROPPED_TEXTS, 1);
    }
    return id;
  }

  /** The id of a frame. */
  public int frame(String className, String method, @Nullable String source, int line) {
    return stacks.frame(className, method, source, line);
  }

  /** The id of a stack of frames, innermost first; 0 if there is no room for it. */
  public int stack(int[] frameIds) {
    int id = stacks.stack(frameIds);
    if (id == 0) {
      gap(Gap.STACKS_UNKNOWN);
    }
    return id;
  }

  /**
   * The id of a type: a rule's name for a class; 0 if the ledger cannot grow.
   *
   * @param release the calls that release it, for people; null if unknown
   */
  public int type(String name, String className, int flags, @Nullable String release) {
    return types.idOf(name, className, flags, release);
  }

  /** Names a call site. */
  public void site(String className, String method, String site) {
    types.site(className, method, site);
  }

  /** The tally of a type and a stack, or null if the ledger cannot grow. */
  public @Nullable Tally tally(int typeId, int stackId) {
    int id = tallies.idOf(new NumbersKey(TALLY_BYTES, typeId, stackId));
    if (id == RecordIndex.FULL) {
      id = typeTallies.idOf(new NumbersKey(TALLY_BYTES, typeId, 0));
      return id <= 0 ? null : new Tally(this, id, typeId, 0, records.segmentOf(id));
    }
    return id == 0 ? null : new Tally(this, id, typeId, stackId, records.segmentOf(id));
  }

  /** The lifetimes of a tally, or those of its type if too many have their own. */
  @Nullable Lifetimes lifetimesOf(Tally tally) {
    int id = tally.lifetimesId();
    if (id == 0) {
      if (lifetimesCount.get() >= MAX_LIFETIMES && tally.stackId() != 0) {
        Tally ofType = tally(tally.typeId(), 0);
        return ofType == null ? null : lifetimesOf(ofType);
      }
      id = lifetimesCount.get() < 2 * MAX_LIFETIMES ? records.reserve(Lifetimes.BYTES, true) : 0;
      if (id == 0) {
        return null;
      }
      records.commit(id, RECORD_LIFETIMES);
      lifetimesCount.incrementAndGet();
      id = tally.setLifetimesId(id);
    }
    return new Lifetimes(records.segmentOf(id), RecordArea.payloadOffset(id));
  }

  /**
   * Records a recent event; nothing if no history is kept.
   *
   * @param space text id of the space whose running totals it changed, 0 for none
   */
  public void event(
      int stripe,
      int kind,
      int space,
      long nanos,
      int tally,
      int device,
      long address,
      long bytes) {
    HistoryRing ring = rings.get(stripe & (STRIPES - 1));
    if (ring == null) {
      ring = addRing(stripe & (STRIPES - 1));
    }
    if (ring != null) {
      ring.record(kind, devices.number(space), nanos, tally, device, address, bytes);
    }
  }

  private @Nullable HistoryRing addRing(int stripe) {
    if (ringCapacity == 0) {
      return null;
    }
    int id = records.reserve(HISTORY_HEAD_BYTES + ringCapacity * EVENT_BYTES, true);
    if (id == 0) {
      return null;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putInt(at + HISTORY_CAPACITY, ringCapacity);
    HistoryRing ring = new HistoryRing(segment, at + HISTORY_HEAD_BYTES, ringCapacity);
    if (rings.compareAndSet(stripe, null, ring)) {
      records.commit(id, RECORD_HISTORY);
      return ring;
    }
    records.commit(id, RECORD_PADDING);
    return rings.get(stripe);
  }

  /** Counts a captured close of what a tally counts, by the closing stack. */
  public void closeSite(Tally tally, int stackId) {
    occurrences.closed(tally.id(), stackId);
  }

  /**
   * Counts a misuse; a stack of 0 was not captured.
   *
   * @param detail text id of what else a reader must know, 0 = nothing
   */
  public void misuse(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
    occurrences.misused(kind, typeId, firstStack, secondStack, detail);
  }

  /**
   * Writes one row of the allocator's own numbers; -1 for what it does not say.
   *
   * @param round rows of one sampling share it
   */
  public void statistics(
      int round,
      long nanos,
      int device,
      int session,
      int space,
      long allocated,
      long free,
      long largestFree) {
    int id =
        statisticsCount.getAndIncrement() < statisticsLimit
            ? records.reserve(STATISTICS_BYTES, false)
            : 0;
    if (id == 0) {
      Words.addLong(header, HEADER_DROPPED_TEXTS, 1);
      return;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putLong(at + STATISTICS_NANOS, nanos);
    segment.putInt(at + STATISTICS_DEVICE, device);
    segment.putInt(at + STATISTICS_SESSION, session);
    segment.putInt(at + STATISTICS_SPACE, space);
    segment.putInt(at + STATISTICS_ROUND, round);
    segment.putLong(at + STATISTICS_ALLOCATED, allocated);
    segment.putLong(at + STATISTICS_FREE, free);
    segment.putLong(at + STATISTICS_LARGEST_FREE, largestFree);
    records.commit(id, RECORD_STATISTICS);
  }

  /** From now on the rows of statistics are those of the end, for which there is always room. */
  public void lastStatistics() {
    statisticsCount.set(Math.min(statisticsCount.get(), MAX_STATISTICS - LAST_STATISTICS));
    statisticsLimit = MAX_STATISTICS;
  }

  /**
   * Notes where a thread is now that the process ends.
   *
   * @param name text id, the one that slots have
   */
  public void thread(int name, int stack) {
    int id = records.reserve(THREAD_BYTES, false);
    if (id == 0) {
      Words.addLong(header, HEADER_DROPPED_TEXTS, 1);
      return;
    }
    MappedByteBuffer segment = records.segmentOf(id);
    int at = RecordArea.payloadOffset(id);
    segment.putInt(at + THREAD_NAME, name);
    segment.putInt(at + THREAD_STACK, stack);
    records.commit(id, RECORD_THREAD);
  }

  /** Counts an event that could not be recorded. */
  public void lost(Loss why) {
    Words.addLong(header, why.headerOffset(), 1);
  }

  /** Why the ledger could not grow when it last was to. */
  public Loss whyNot() {
    return file.whyNot();
  }

  /** Counts an error inside the probe and returns how many there were before. */
  public long hookError() {
    return Words.addLong(header, HEADER_HOOK_ERRORS, 1);
  }

  /** Counts a close of a resource that was never seen to be opened. */
  public void unknownClose() {
    Words.addLong(header, HEADER_UNKNOWN_CLOSES, 1);
  }

  /** Takes back one such close: what it closed was opened only then. */
  public void knownAfterAll() {
    Words.addLong(header, HEADER_UNKNOWN_CLOSES, -1);
  }

  /** Notes that something was not seen. */
  public void gap(Gap gap) {
    Words.orInt(header, HEADER_FLAGS, gap.flag);
  }

  /** Notes an end in order, now. Nothing is recorded any more, and the file does not grow. */
  public void ended() {
    ended(now());
  }

  /**
   * Notes an end in order at a given time, for whoever has a clock of their own.
   *
   * @param nanos since the ledger's clock base
   */
  public void ended(long nanos) {
    header.putLong(HEADER_ENDED_NANOS, nanos);
    Words.publishInt(header, HEADER_ENDED, ENDED_EXIT);
    file.stopGrowing();
  }

  /** Lets go of what the system holds for this writer, without noting an end. */
  public void abandon() {
    file.stopGrowing();
  }
}
