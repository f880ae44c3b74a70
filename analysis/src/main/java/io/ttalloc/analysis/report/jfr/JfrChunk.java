package io.ttalloc.analysis.report.jfr;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * A recording in one chunk: header, events, the constants that they refer to, and the description
 * of the types. Its clock counts nanoseconds from the start of the recording. Not thread-safe.
 */
final class JfrChunk {
  private static final byte[] MAGIC = "FLR\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MAJOR = 2;
  private static final int MINOR = 1;
  private static final int HEADER_BYTES = 68;

  /** The flag in the header for numbers of variable length. */
  private static final int COMPRESSED = 1;

  private final JfrBytes events = new JfrBytes();
  private final JfrConstants constants = new JfrConstants();

  JfrConstants constants() {
    return constants;
  }

  /** Returns the beginning of an event of a type; its fields must be appended. */
  static JfrBytes begin(JfrType type) {
    JfrBytes event = new JfrBytes();
    event.number(type.id());
    return event;
  }

  /** Adds a complete event. */
  void add(JfrBytes event) throws IOException {
    events.event(event);
  }

  /**
   * Writes the recording.
   *
   * @param start the instant at which the clock of the events is 0
   * @param lengthNanos the duration of the recording
   */
  void writeTo(OutputStream out, Instant start, long lengthNanos) throws IOException {
    JfrBytes tables = new JfrBytes();
    tables.event(constants.written());
    JfrBytes types = new JfrBytes();
    types.event(JfrMetadata.written());
    long constantsAt = HEADER_BYTES + (long) events.size();
    long typesAt = constantsAt + tables.size();
    JfrBytes header = new JfrBytes();
    for (byte letter : MAGIC) {
      header.fixed(letter, 1);
    }
    header.fixed(MAJOR, 2);
    header.fixed(MINOR, 2);
    header.fixed(typesAt + types.size(), 8);
    header.fixed(constantsAt, 8);
    header.fixed(typesAt, 8);
    header.fixed(TimeUnit.SECONDS.toNanos(start.getEpochSecond()) + start.getNano(), 8);
    header.fixed(lengthNanos, 8);
    header.fixed(0, 8); // the clock value at the start
    header.fixed(TimeUnit.SECONDS.toNanos(1), 8); // ticks per second
    header.fixed(COMPRESSED, 4);
    header.followedBy(events).followedBy(tables).followedBy(types).writeTo(out);
  }
}
