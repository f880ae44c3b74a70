package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.bytes.Damage;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.bytes.RecordStore;
import io.ttalloc.ledger.record.Payload;
import io.ttalloc.ledger.record.SpaceEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Merges the rings of recent events by time. */
final class History {
  private final LedgerFile file;
  private final boolean live;
  private final long latestNanos;
  private final Damage damage;
  private final Map<Integer, String> spaces;
  private final List<EventEntry> events = new ArrayList<>();
  private long sinceNanos;

  private History(
      LedgerFile file, boolean live, long nowNanos, Map<Integer, String> spaces, Damage damage) {
    this.spaces = spaces;
    this.file = file;
    this.live = live;
    this.latestNanos = nowNanos + EventEntry.SLACK_NANOS;
    this.damage = damage;
  }

  /**
   * Reads the rings. For a running process, only events that do not change during the reading are
   * used.
   *
   * @param nowNanos the current time, since the ledger's clock base
   * @param spaces the spaces to which events refer by number
   */
  static History read(
      RecordStore records,
      LedgerFile file,
      boolean live,
      long nowNanos,
      List<SpaceEntry> spaces,
      Damage damage)
      throws IOException {
    List<Payload> rings = new ArrayList<>();
    records.forEach(
        record -> {
          if (record.kind() == RECORD_HISTORY) {
            rings.add(record);
          }
        });
    Map<Integer, String> names = new HashMap<>();
    for (SpaceEntry space : spaces) {
      names.put(space.number(), space.name());
    }
    History history = new History(file, live, nowNanos, names, damage);
    for (Payload ring : rings) {
      history.add(ring);
    }
    history.events.sort(Comparator.comparingLong(EventEntry::atNanos));
    return history;
  }

  /** All events, ordered by time. */
  List<EventEntry> events() {
    return Collections.unmodifiableList(events);
  }

  /**
   * The time since which no event is missing: every full ring still has all its events since then.
   */
  long sinceNanos() {
    return sinceNanos;
  }

  private void add(Payload ring) throws IOException {
    int capacity = ring.getInt(HISTORY_CAPACITY);
    int max = (ring.length() - HISTORY_HEAD_BYTES) / EVENT_BYTES;
    if (capacity < 0 || capacity > max) {
      damage.add(
          String.format(
              ": the history at 0x%x has a capacity of %s events, expected at most %d; it is"
                  + " ignored",
              recordPosition(ring.id()), Integer.toUnsignedString(capacity), max));
      return;
    }
    int start = ring.at() + HISTORY_HEAD_BYTES;
    ByteBuffer now = ring.bytes();
    int shift = 0;
    if (live) {
      now = LedgerFile.buffer(capacity * EVENT_BYTES);
      file.read(now, recordPosition(ring.id()) + RECORD_HEADER_BYTES + HISTORY_HEAD_BYTES);
      shift = start;
    }
    long oldest = Long.MAX_VALUE;
    boolean full = true;
    for (int i = 0; i < capacity; i++) {
      int at = start + i * EVENT_BYTES;
      long nanos = ring.bytes().getLong(at + EVENT_NANOS);
      full &= nanos > 0;
      oldest = nanos > 0 ? Math.min(oldest, nanos) : oldest;
      if (!live || same(ring.bytes(), at, now, at - shift)) {
        addEvent(ring.bytes(), at);
      }
    }
    if (full && capacity > 0) {
      sinceNanos = Math.max(sinceNanos, oldest);
    }
  }

  private static boolean same(ByteBuffer one, int at, ByteBuffer other, int otherAt) {
    for (int word = 0; word < EVENT_BYTES; word += Long.BYTES) {
      if (one.getLong(at + word) != other.getLong(otherAt + word)) {
        return false;
      }
    }
    return true;
  }

  private void addEvent(ByteBuffer bytes, int at) {
    EventEntry event = EventEntry.read(bytes, at, latestNanos, spaces);
    if (event != null) {
      events.add(event);
    }
  }
}
