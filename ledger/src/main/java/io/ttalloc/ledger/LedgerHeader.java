package io.ttalloc.ledger;

/**
 * What the header of a ledger says of its process. Immutable. Not a record, because records use
 * invokedynamic.
 */
public final class LedgerHeader {
  final long pid;
  final long startedMillis;
  final long clockBaseNanos;
  final long clockBaseEpochNanos;
  final String command;
  final String jvm;
  final boolean attachedLate;
  final boolean stacksCaptured;

  /**
   * @param clockBaseNanos a reading of System.nanoTime()
   * @param clockBaseEpochNanos the wall clock at the same instant
   * @param command the command line, with secrets redacted
   */
  public LedgerHeader(
      long pid,
      long startedMillis,
      long clockBaseNanos,
      long clockBaseEpochNanos,
      String command,
      String jvm,
      boolean attachedLate,
      boolean stacksCaptured) {
    this.pid = pid;
    this.startedMillis = startedMillis;
    this.clockBaseNanos = clockBaseNanos;
    this.clockBaseEpochNanos = clockBaseEpochNanos;
    this.command = command;
    this.jvm = jvm;
    this.attachedLate = attachedLate;
    this.stacksCaptured = stacksCaptured;
  }
}
