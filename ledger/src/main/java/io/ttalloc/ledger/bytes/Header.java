package io.ttalloc.ledger.bytes;

import static io.ttalloc.ledger.LedgerLayout.*;

import io.ttalloc.ledger.Loss;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/** The header of a ledger that this version can read. */
public record Header(
    Start start,
    End end,
    int flags,
    int capture,
    int commandText,
    int jvmText,
    int segments,
    Map<Loss, Long> losses,
    long hookErrors,
    long unknownCloses) {

  /**
   * Identifies the start of a ledger and of its process. No two ledgers have equal values.
   *
   * @param startedMillis when the process started, in milliseconds since the epoch
   * @param clockBaseNanos the monotonic clock at time 0 of the ledger
   * @param clockBaseEpochNanos the wall clock at the same moment, in nanoseconds since the epoch
   */
  public record Start(
      long pid, long startedMillis, long clockBaseNanos, long clockBaseEpochNanos) {}

  /**
   * The end of the process or of tracking, if it was recorded.
   *
   * @param code one of the {@code ENDED_} constants of {@link io.ttalloc.ledger.LedgerLayout}
   * @param nanos the time of the end, since the clock base
   */
  public record End(int code, long nanos) {
    public boolean isInOrder() {
      return code == ENDED_EXIT;
    }

    public boolean isDetached() {
      return code == ENDED_DETACHED;
    }
  }

  /** The offset after the last field. */
  public static final int BYTES = HEADER_UNKNOWN_CLOSES + Long.BYTES;

  /**
   * Reads the header.
   *
   * @throws UnreadableLedgerException if this version cannot read the file as a ledger
   */
  public static Header read(LedgerFile file, Path path) throws IOException {
    ByteBuffer bytes = LedgerFile.buffer(BYTES);
    int found = file.read(bytes, 0);
    if (found < BYTES) {
      throw new UnreadableLedgerException(
          path
              + " is not a ledger: found "
              + found
              + " bytes, expected a header of "
              + BYTES
              + " bytes");
    }
    long magic = bytes.getLong(HEADER_MAGIC);
    if (magic == 0 && bytes.getInt(HEADER_READY) == 0) {
      throw notReady(path, 0);
    }
    if (magic != MAGIC) {
      throw new UnreadableLedgerException(
          path + " is not a ledger: it begins with " + hex(magic) + ", expected " + hex(MAGIC));
    }
    check(path, bytes);
    return new Header(
        new Start(
            bytes.getLong(HEADER_PID),
            bytes.getLong(HEADER_STARTED_MILLIS),
            bytes.getLong(HEADER_CLOCK_BASE_NANOS),
            bytes.getLong(HEADER_CLOCK_BASE_EPOCH_NANOS)),
        new End(bytes.getInt(HEADER_ENDED), bytes.getLong(HEADER_ENDED_NANOS)),
        bytes.getInt(HEADER_FLAGS),
        bytes.getInt(HEADER_CAPTURE),
        bytes.getInt(HEADER_COMMAND),
        bytes.getInt(HEADER_JVM),
        bytes.getInt(HEADER_SEGMENTS),
        losses(bytes),
        count(bytes, HEADER_HOOK_ERRORS),
        count(bytes, HEADER_UNKNOWN_CLOSES));
  }

  private static void check(Path path, ByteBuffer bytes) throws UnreadableLedgerException {
    int ready = bytes.getInt(HEADER_READY);
    int version = bytes.getInt(HEADER_VERSION);
    if (version > VERSION) {
      throw new UnreadableLedgerException(
          path
              + " was written by a newer version of tt-alloc (format "
              + version
              + "; this version reads format "
              + VERSION
              + ")");
    }
    if (ready != READY) {
      throw notReady(path, ready);
    }
    if (version != VERSION) {
      throw new UnreadableLedgerException(
          path
              + (version > 0
                  ? " was written by an older version of tt-alloc (format "
                      + version
                      + "; this version reads format "
                  : " has format "
                      + version
                      + ", which no version of tt-alloc writes (this version reads format ")
              + VERSION
              + ")");
    }
    long pid = bytes.getLong(HEADER_PID);
    if (pid <= 0) {
      throw new UnreadableLedgerException(
          path + " has process id " + pid + " in its header, expected a positive number");
    }
    int segmentBytes = bytes.getInt(HEADER_SEGMENT_BYTES);
    if (segmentBytes != SEGMENT_BYTES) {
      throw new UnreadableLedgerException(
          path + " has segments of " + segmentBytes + " bytes, expected " + SEGMENT_BYTES);
    }
  }

  private static UnreadableLedgerException notReady(Path path, int ready) {
    return new UnreadableLedgerException(
        String.format(
            "%s has no complete header yet: found 0x%x at byte %d, expected 0x%x; its process"
                + " is just starting, or died while starting",
            path, ready, HEADER_READY, READY));
  }

  /** The bytes of a word in hexadecimal, in the order of the file. */
  private static String hex(long word) {
    byte[] bytes = new byte[Long.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (word >>> (i * Byte.SIZE));
    }
    return HexFormat.ofDelimiter(" ").formatHex(bytes);
  }

  private static Map<Loss, Long> losses(ByteBuffer bytes) {
    EnumMap<Loss, Long> losses = new EnumMap<>(Loss.class);
    for (Loss loss : Loss.values()) {
      long count = count(bytes, loss.headerOffset());
      if (count > 0) {
        losses.put(loss, count);
      }
    }
    return Collections.unmodifiableMap(losses);
  }

  private static long count(ByteBuffer bytes, int at) {
    return Math.max(0, bytes.getLong(at));
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
