package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * The process that wrote a ledger.
 *
 * @param startedAt start of the process
 * @param clockBase the instant at which the ledger's relative times are zero
 * @param readAtNanos relative time of the reading, or of the end if the process has ended in order
 * @param command command line, secrets redacted
 * @param attachedLate what was opened before the agent came is unknown
 * @param stacksCaptured whether stacks were captured
 * @param gaps what could not be seen; immutable
 */
public record ProcessEntry(
    long pid,
    Instant startedAt,
    Instant clockBase,
    long readAtNanos,
    String command,
    String jvm,
    Ended ended,
    boolean attachedLate,
    boolean stacksCaptured,
    Set<Gap> gaps) {

  /** How the process ended. */
  public enum Ended {
    /** It ran its shutdown hooks. */
    EXIT,
    /** It is gone and said nothing. */
    KILLED,
    /** It runs. */
    RUNNING
  }

  /**
   * From the start of the process to the reading, in nanoseconds; not negative, and 292 years where
   * a damaged ledger says more.
   */
  public long ageNanos() {
    try {
      long beforeLedger = Duration.between(startedAt, clockBase).toNanos();
      return Math.max(0, Math.addExact(beforeLedger, readAtNanos));
    } catch (ArithmeticException e) {
      return clockBase.isBefore(startedAt) ? 0 : Long.MAX_VALUE;
    }
  }
}
