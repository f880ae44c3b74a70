package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One recent event.
 *
 * @param atNanos the time of the event, since the ledger's clock base
 * @param space the space whose running totals the event changed; null if it changed no totals
 */
public record EventEntry(
    long atNanos,
    Kind kind,
    int tally,
    int device,
    @Nullable String space,
    long address,
    long bytes) {
  /**
   * The tolerance for a wall clock that was set back: an event that is further in the future than
   * this many nanoseconds is damage.
   */
  public static final long SLACK_NANOS = 3_600_000_000_000L;

  public enum Kind {
    OPEN,
    CLOSE,
    COLLECTED,
    RECLAIMED
  }

  /**
   * Reads the event at an offset; null if there is no event, or an implausible one.
   *
   * @param latestNanos the latest plausible time; a later event is damage
   * @param spaces the names of spaces by their numbers in events
   */
  public static @Nullable EventEntry read(
      ByteBuffer bytes, int at, long latestNanos, Map<Integer, String> spaces) {
    long nanos = bytes.getLong(at + EVENT_NANOS);
    @Nullable Kind kind =
        switch (bytes.getShort(at + EVENT_KIND) & 0xFF) {
          case EVENT_OPEN -> Kind.OPEN;
          case EVENT_CLOSE -> Kind.CLOSE;
          case EVENT_COLLECTED -> Kind.COLLECTED;
          case EVENT_RECLAIMED -> Kind.RECLAIMED;
          default -> null;
        };
    if (nanos <= 0 || nanos > latestNanos || kind == null) {
      return null;
    }
    return new EventEntry(
        nanos,
        kind,
        bytes.getInt(at + EVENT_TALLY),
        bytes.getShort(at + EVENT_DEVICE),
        spaces.get(bytes.get(at + EVENT_SPACE) & 0xFF),
        bytes.getLong(at + EVENT_ADDRESS),
        Math.max(0, bytes.getLong(at + EVENT_BYTES_HELD)));
  }
}
