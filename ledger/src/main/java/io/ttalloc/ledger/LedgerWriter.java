package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes one ledger file, which it expects to exist, empty and private to the user.
 *
 * <p>What happens often (slots, tallies, history) takes no lock; what happens once per text, stack,
 * type or tally takes the monitor of the record area. When the file cannot grow, methods that give
 * an id give 0, "unknown"; the caller goes on and counts what it could not record.
 */
public final class LedgerWriter {
  /**
   * Only so many tallies have lifetimes of their own (5 KiB each); later ones share their type's.
   */
  private static final int MAX_LIFETIMES = 4096;

  private final SegmentedFile file;
  private final MappedByteBuffer header;
  private final RecordArea records;
  private final TextTable texts;
  private final StackTable stacks;
  private final TypeTable types;
  private final Slots slots;
  private final DeviceTotals devices;
  private final Occurrences occurrences;
  private final long clockBaseNanos;
  private final int ringCapacity;
  private final @Nullable HistoryRing[] rings = new HistoryRing[STRIPES];
  private final ConcurrentHashMap<Long, Tally> tallies = new ConcurrentHashMap<>();
  private int lifetimesCount;

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
    texts = new TextTable(records);
    stacks = new StackTable(records, texts);
    types = new TypeTable(records, texts);
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
    header.putInt(HEADER_SEGMENTS, 1);
    header.putInt(HEADER_COMMAND, texts.idOf(about.command));
    header.putInt(HEADER_JVM, texts.idOf(about.jvm));
    Words.publishInt(header, HEADER_READY, READY);
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

  /** The id of a text; 0 if the ledger cannot grow. */
  public int text(String text) {
    int id = texts.idOf(text);
    if (id == 0) {
      Words.addLong(header, HEADER_DROPPED_TEXTS, 1);
    }
    return id;
  }

  /** The id of a frame. */
  public int frame(String className, String method, @Nullable String source, int line) {
    return stacks.frame(className, method, source, line);
  }

  /** The id of a stack of frames, innermost first. */
  public int stack(int[] frameIds) {
    return stacks.stack(frameIds);
  }

  /** Whether stacks that are new from now on stay unknown, because too many are known. */
  public boolean isFullOfStacks() {
    return stacks.isFull();
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
    long key = (long) typeId << 32 | stackId;
    Tally known = tallies.get(key);
    if (known != null) {
      return known;
    }
    synchronized (records) {
      known = tallies.get(key);
      if (known != null) {
        return known;
      }
      int length = TALLY_HEAD_BYTES + STRIPES * STRIPE_BYTES;
      int id = records.reserve(RECORD_TALLY, length, true);
      if (id == 0) {
        return null;
      }
      MappedByteBuffer segment = records.segmentOf(id);
      int at = RecordArea.payloadOffset(id);
      segment.putInt(at + TALLY_TYPE, typeId);
      segment.putInt(at + TALLY_STACK, stackId);
      records.commit(id, length);
      Tally tally = new Tally(this, id, typeId, stackId, segment);
      tallies.put(key, tally);
      return tally;
    }
  }

  /** Gives a tally its lifetimes, or those of its type if too many have their own. */
  @Nullable Lifetimes lifetimesOf(Tally tally) {
    synchronized (records) {
      Lifetimes known = tally.lifetimes();
      if (known != null) {
        return known;
      }
      if (lifetimesCount >= MAX_LIFETIMES && tally.stackId() != 0) {
        Tally ofType = tally(tally.typeId(), 0);
        Lifetimes shared = ofType == null ? null : lifetimesOf(ofType);
        if (shared != null) {
          tally.setLifetimes(shared, 0);
        }
        return shared;
      }
      int id = records.reserve(RECORD_LIFETIMES, Lifetimes.BYTES, true);
      if (id == 0) {
        return null;
      }
      records.commit(id, Lifetimes.BYTES);
      lifetimesCount++;
      Lifetimes own = new Lifetimes(records.segmentOf(id), RecordArea.payloadOffset(id));
      tally.setLifetimes(own, id);
      return own;
    }
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
    HistoryRing ring = rings[stripe & (STRIPES - 1)];
    if (ring == null) {
      ring = addRing(stripe & (STRIPES - 1));
    }
    if (ring != null) {
      ring.record(kind, devices.ordinal(space), nanos, tally, device, address, bytes);
    }
  }

  private @Nullable HistoryRing addRing(int stripe) {
    if (ringCapacity == 0) {
      return null;
    }
    synchronized (records) {
      if (rings[stripe] == null) {
        int length = HISTORY_HEAD_BYTES + ringCapacity * EVENT_BYTES;
        int id = records.reserve(RECORD_HISTORY, length, true);
        if (id == 0) {
          return null;
        }
        MappedByteBuffer segment = records.segmentOf(id);
        int at = RecordArea.payloadOffset(id);
        segment.putInt(at + HISTORY_CAPACITY, ringCapacity);
        records.commit(id, length);
        rings[stripe] = new HistoryRing(segment, at + HISTORY_HEAD_BYTES, ringCapacity);
      }
      return rings[stripe];
    }
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
    synchronized (records) {
      int id = records.reserve(RECORD_STATISTICS, STATISTICS_BYTES, false);
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
      records.commit(id, STATISTICS_BYTES);
    }
  }

  /**
   * Notes where a thread is now that the process ends.
   *
   * @param name text id, the one that slots have
   */
  public void thread(int name, int stack) {
    synchronized (records) {
      int id = records.reserve(RECORD_THREAD, THREAD_BYTES, false);
      if (id == 0) {
        Words.addLong(header, HEADER_DROPPED_TEXTS, 1);
        return;
      }
      MappedByteBuffer segment = records.segmentOf(id);
      int at = RecordArea.payloadOffset(id);
      segment.putInt(at + THREAD_NAME, name);
      segment.putInt(at + THREAD_STACK, stack);
      records.commit(id, THREAD_BYTES);
    }
  }

  /** Counts a resource that could not be recorded. */
  public void dropped() {
    Words.addLong(header, HEADER_DROPPED, 1);
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
    synchronized (records) {
      header.putInt(HEADER_FLAGS, header.getInt(HEADER_FLAGS) | gap.flag);
    }
  }

  /** Notes an end in order. */
  public void ended() {
    header.putLong(HEADER_ENDED_NANOS, now());
    Words.publishInt(header, HEADER_ENDED, ENDED_EXIT);
  }
}
