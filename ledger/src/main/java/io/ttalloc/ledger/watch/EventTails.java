package io.ttalloc.ledger.watch;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.read.EventEntry;
import io.ttalloc.ledger.read.SingleRecords;
import io.ttalloc.ledger.record.Payload;
import io.ttalloc.ledger.watch.RecentEvents.RecentEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Follows all event rings of one ledger. Not thread-safe. */
final class EventTails {
  private static final int MAX_TYPES = 1 << 14;

  private final LedgerFile file;
  private final SingleRecords records;
  private final IntFunction<String> texts;
  private final Map<Integer, RingTail> rings = new HashMap<>();
  private final Map<Integer, String> spaces = new HashMap<>();
  private final Map<Integer, Integer> typesOfTallies = new HashMap<>();
  private final Map<Integer, Type> types = new HashMap<>();

  private static final class Type {
    private final String name;

    /**
     * Whether the probe itself opens resources of this type, in order to load classes in advance.
     */
    private final boolean internal;

    private boolean onDevices;

    Type(String name, boolean internal) {
      this.name = name;
      this.internal = internal;
    }

    /**
     * Whether an event concerns a resource on a device. An event of a view has no space; it counts
     * as one on a device if it has an address and an earlier event of a resource of the same type
     * had a space.
     */
    boolean isOnDevice(EventEntry event) {
      onDevices |= event.space() != null;
      return event.space() != null || (onDevices && event.address() != 0);
    }
  }

  EventTails(LedgerFile file, SingleRecords records, IntFunction<String> texts) {
    this.file = file;
    this.records = records;
    this.texts = texts;
  }

  /**
   * Reads new events.
   *
   * @param latestNanos the latest plausible time; a later event is damage
   * @param limits the maximum number of events to return
   */
  RecentEvents read(CounterRecords counters, long latestNanos, EventLimits limits)
      throws IOException {
    counters.forEachSpace(file, this::addSpace);
    List<EventEntry> events = new ArrayList<>();
    long count = 0;
    int max = limits.toLookAt(!spaces.isEmpty());
    for (int id : counters.histories()) {
      RingTail ring = ring(id);
      if (ring != null) {
        count += ring.read(file, max, bytes -> add(bytes, latestNanos, events));
      }
    }
    events.sort(Comparator.comparingLong(EventEntry::atNanos));
    List<RecentEvent> ofProgram = new ArrayList<>();
    for (EventEntry event : events) {
      Type type = type(event.tally());
      if (type.internal) {
        count--;
      } else {
        ofProgram.add(new RecentEvent(event, type.name, type.isOnDevice(event)));
      }
    }
    return new RecentEvents(latest(ofProgram, limits), count);
  }

  private static List<RecentEvent> latest(List<RecentEvent> events, EventLimits limits) {
    int onDevices = 0;
    int others = 0;
    List<RecentEvent> latest = new ArrayList<>();
    for (int i = events.size() - 1; i >= 0; i--) {
      RecentEvent event = events.get(i);
      boolean fits =
          event.onDevice() ? onDevices++ < limits.onDevices() : others++ < limits.others();
      if (fits) {
        latest.add(event);
      }
    }
    Collections.reverse(latest);
    return latest;
  }

  private void addSpace(Payload record) {
    int number = record.getInt(SPACE_NUMBER);
    // A space has the number 0 until it is given one; in events, 0 stands for no space.
    if (number != 0 && !spaces.containsKey(number)) {
      spaces.put(number, texts.apply(record.getInt(SPACE_TEXT)));
    }
  }

  private void add(ByteBuffer bytes, long latestNanos, List<EventEntry> events) {
    EventEntry event = EventEntry.read(bytes, 0, latestNanos, spaces);
    if (event != null) {
      events.add(event);
    }
  }

  private @Nullable RingTail ring(int id) throws IOException {
    RingTail known = rings.get(id);
    if (known != null) {
      return known;
    }
    ByteBuffer head = LedgerFile.buffer(RECORD_HEADER_BYTES + HISTORY_HEAD_BYTES);
    file.read(head, recordPosition(id));
    int capacity = head.getInt(RECORD_HEADER_BYTES + HISTORY_CAPACITY);
    int room = head.getInt(RECORD_LENGTH) - RECORD_HEADER_BYTES - HISTORY_HEAD_BYTES;
    if (capacity < 1 || capacity > room / EVENT_BYTES) {
      // Only a damaged file contains such a ring.
      return null;
    }
    RingTail ring = new RingTail(recordPosition(id) + RECORD_HEADER_BYTES, capacity);
    rings.put(id, ring);
    return ring;
  }

  /** The type of a tally. */
  private Type type(int tally) throws IOException {
    Integer ofTally = typesOfTallies.get(tally);
    int id = ofTally == null ? records.word(tally, RECORD_TALLY, TALLY_TYPE) : ofTally;
    if (ofTally == null && typesOfTallies.size() < MAX_TYPES) {
      typesOfTallies.put(tally, id);
    }
    Type known = types.get(id);
    if (known == null) {
      boolean internal = (records.word(id, RECORD_TYPE, TYPE_FLAGS) & TYPE_INTERNAL) != 0;
      known = new Type(texts.apply(records.word(id, RECORD_TYPE, TYPE_NAME)), internal);
      if (types.size() < MAX_TYPES) {
        types.put(id, known);
      }
    }
    return known;
  }
}
