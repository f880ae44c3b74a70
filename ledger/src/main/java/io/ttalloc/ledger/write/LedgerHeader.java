package io.ttalloc.ledger.write;

import static io.ttalloc.ledger.LedgerLayout.*;

import io.ttalloc.ledger.mapped.Words;
import java.nio.MappedByteBuffer;

/**
 * The part of a ledger's header that describes its process.
 *
 * @param clockBaseNanos a reading of System.nanoTime()
 * @param clockBaseEpochNanos the wall clock at the same instant
 * @param command the command line, with secrets redacted
 */
public record LedgerHeader(
    long pid,
    long startedMillis,
    long clockBaseNanos,
    long clockBaseEpochNanos,
    String command,
    String jvm,
    boolean attachedLate,
    boolean stacksCaptured) {
  /**
   * Writes everything except the word that marks the header as complete.
   *
   * @param commandText the text id of the command
   * @param jvmText the text id of the JVM
   */
  void writeTo(MappedByteBuffer header, int commandText, int jvmText) {
    header.putLong(HEADER_MAGIC, MAGIC);
    header.putInt(HEADER_VERSION, VERSION);
    header.putInt(HEADER_SEGMENT_BYTES, SEGMENT_BYTES);
    header.putLong(HEADER_PID, pid);
    header.putLong(HEADER_STARTED_MILLIS, startedMillis);
    header.putLong(HEADER_CLOCK_BASE_NANOS, clockBaseNanos);
    header.putLong(HEADER_CLOCK_BASE_EPOCH_NANOS, clockBaseEpochNanos);
    header.putInt(HEADER_FLAGS, attachedLate ? FLAG_ATTACHED_LATE : 0);
    header.putInt(HEADER_CAPTURE, stacksCaptured ? CAPTURE_FULL : CAPTURE_NONE);
    header.putInt(HEADER_COMMAND, commandText);
    header.putInt(HEADER_JVM, jvmText);
  }

  /**
   * Records that the process or its tracking has ended.
   *
   * @param nanos the time of the end, in nanoseconds since the clock base
   * @param how one of the {@code ENDED_} constants
   */
  static void writeEnd(MappedByteBuffer header, long nanos, int how) {
    header.putLong(HEADER_ENDED_NANOS, nanos);
    Words.publishInt(header, HEADER_ENDED, how);
  }
}
