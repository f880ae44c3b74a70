package io.ttalloc.ledger;

import static io.ttalloc.ledger.LedgerLayout.*;

import java.io.File;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.util.HashMap;
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

  private static final int MAX_MISUSES = 4096;
  private static final int MAX_CLOSE_SITES = 1 << 16;

  private final SegmentedFile file;
  private final MappedByteBuffer header;
  private final RecordArea records;
  private final TextTable texts;
  private final StackTable stacks;
  private final Slots slots;
  private final DeviceTotals devices;
  private final long clockBaseNanos;
  private final int ringCapacity;
  private final @Nullable HistoryRing[] rings = new HistoryRing[STRIPES];
  private final ConcurrentHashMap<Long, Tally> tallies = new ConcurrentHashMap<>();
  private final HashMap<Long, Integer> types = new HashMap<>();
  private final HashMap<Long, Integer> closeSites = new HashMap<>();
  private final HashMap<MisuseKey, Integer> misuses = new HashMap<>();
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
    file = new SegmentedFile(target);
    header = file.segment(0);
    records = new RecordArea(file);
    texts = new TextTable(records);
    stacks = new StackTable(records, texts);
    slots = new Slots(file);
    devices = new DeviceTotals(records);
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
    return System.nanoTime() - clockBaseNanos;
  }

  public Slots slots() {
    return slots;
  }

  public DeviceTotals devices() {
    return devices;
  }

  /** The id of a text. */
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

  /** The id of a type: a rule's name for a class. */
  public int type(String name, String className, int flags) {
    synchronized (records) {
      int nameId = texts.idOf(name);
      int classId = texts.idOf(className);
      long key = (long) nameId << 32 | classId;
      Integer known = types.get(key);
      if (known != null) {
        return known;
      }
      int id = append(RECORD_TYPE, nameId, classId, flags, 0);
      if (id != 0) {
        types.put(key, id);
      }
      return id;
    }
  }

  /** Names a call site. */
  public void site(String className, String method, String site) {
    synchronized (records) {
      append(RECORD_SITE, texts.idOf(className), texts.idOf(method), texts.idOf(site), 0);
    }
  }

  private int append(int kind, int first, int second, int third, int fourth) {
    int length = 4 * Integer.BYTES;
    int id = records.reserve(kind, length, false);
    if (id != 0) {
      MappedByteBuffer segment = records.segmentOf(id);
      int at = RecordArea.payloadOffset(id);
      segment.putInt(at, first);
      segment.putInt(at + 4, second);
      segment.putInt(at + 8, third);
      segment.putInt(at + 12, fourth);
      records.commit(id, length);
    }
    return id;
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

  /** Records a recent event; nothing if no history is kept. */
  public void event(
      int stripe, int kind, long nanos, int tally, int device, long address, long bytes) {
    HistoryRing ring = rings[stripe & (STRIPES - 1)];
    if (ring == null) {
      ring = addRing(stripe & (STRIPES - 1));
    }
    if (ring != null) {
      ring.record(kind, nanos, tally, device, address, bytes);
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
    synchronized (records) {
      long key = (long) tally.id() << 32 | stackId;
      Integer id = closeSites.get(key);
      if (id == null) {
        if (closeSites.size() == MAX_CLOSE_SITES) {
          return;
        }
        id = append(RECORD_CLOSE_SITE, tally.id(), stackId, 0, 0);
        if (id == 0) {
          return;
        }
        closeSites.put(key, id);
      }
      Words.addLong(records.segmentOf(id), RecordArea.payloadOffset(id) + CLOSE_SITE_COUNT, 1);
    }
  }

  /**
   * Counts a misuse; a stack of 0 was not captured.
   *
   * @param detail text id of what else a reader must know, 0 = nothing
   */
  public void misuse(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
    synchronized (records) {
      MisuseKey key = new MisuseKey(kind, typeId, firstStack, secondStack, detail);
      Integer id = misuses.get(key);
      if (id == null) {
        if (misuses.size() == MAX_MISUSES) {
          return;
        }
        int length = MISUSE_DETAIL + Integer.BYTES;
        id = records.reserve(RECORD_MISUSE, length, false);
        if (id == 0) {
          return;
        }
        MappedByteBuffer segment = records.segmentOf(id);
        int at = RecordArea.payloadOffset(id);
        segment.putInt(at + MISUSE_KIND, kind.code());
        segment.putInt(at + MISUSE_TYPE, typeId);
        segment.putInt(at + MISUSE_FIRST_STACK, firstStack);
        segment.putInt(at + MISUSE_SECOND_STACK, secondStack);
        segment.putInt(at + MISUSE_DETAIL, detail);
        records.commit(id, length);
        misuses.put(key, id);
      }
      Words.addLong(records.segmentOf(id), RecordArea.payloadOffset(id) + MISUSE_COUNT, 1);
    }
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

  /** Notes that the probe switched itself off. */
  public void switchedOff() {
    synchronized (records) {
      header.putInt(HEADER_FLAGS, header.getInt(HEADER_FLAGS) | FLAG_SWITCHED_OFF);
    }
  }

  /** Notes an end in order. */
  public void ended() {
    header.putLong(HEADER_ENDED_NANOS, now());
    Words.publishInt(header, HEADER_ENDED, ENDED_EXIT);
  }

  private static final class MisuseKey {
    private final MisuseKind kind;
    private final int typeId;
    private final int firstStack;
    private final int secondStack;
    private final int detail;

    MisuseKey(MisuseKind kind, int typeId, int firstStack, int secondStack, int detail) {
      this.kind = kind;
      this.typeId = typeId;
      this.firstStack = firstStack;
      this.secondStack = secondStack;
      this.detail = detail;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof MisuseKey that
          && kind == that.kind
          && typeId == that.typeId
          && firstStack == that.firstStack
          && secondStack == that.secondStack
          && detail == that.detail;
    }

    @Override
    public int hashCode() {
      return (((kind.code() * 31 + typeId) * 31 + firstStack) * 31 + secondStack) * 31 + detail;
    }
  }
}
