package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * The process that wrote a ledger.
 *
 * @param pid the process id; {@link #SEVERAL} if this entry represents several processes, which
 *     {@code command} lists
 * @param startedAt the start of the process
 * @param command the command line, with secrets redacted
 * @param attachedLate whether the agent was attached to a running process, so that earlier openings
 *     are unknown
 * @param gaps the known omissions in the recording; immutable
 */
public record ProcessEntry(
    long pid,
    Instant startedAt,
    Clock clock,
    String command,
    String jvm,
    Ended ended,
    boolean attachedLate,
    boolean stacksCaptured,
    Set<Gap> gaps) {

  /** The value of {@code pid} if an entry represents several processes; no process has this id. */
  public static final long SEVERAL = 0;

  /**
   * The ledger's clock, and its value when the ledger was read.
   *
   * @param base the instant at which the ledger's relative times are zero
   * @param baseNanos the value of the process's monotonic clock at that instant; it distinguishes
   *     processes that had the same id
   * @param readAtNanos the relative time at which the ledger was read; the time of the end if the
   *     process recorded its end or tracking has ended
   * @param lastSeenNanos the relative time at which the process was last seen: the time of the
   *     reading or of the end; for a killed process, the last sign of life in its ledger, since no
   *     ledger contains the time of a kill
   */
  public record Clock(Instant base, long baseNanos, long readAtNanos, long lastSeenNanos) {
    /** The instant of a relative time. */
    public Instant at(long nanos) {
      return base.plusNanos(nanos);
    }

    /** The instant of the reading, or of the end. */
    public Instant readAt() {
      return at(readAtNanos);
    }

    /** The instant at which the process was last seen. */
    public Instant lastSeenAt() {
      return at(lastSeenNanos);
    }
  }

  /** How the process ended. */
  public enum Ended {
    /** The process ran its shutdown hooks. */
    EXIT,
    /** The process ended without recording its end. */
    KILLED,
    /**
     * Tracking ended while the process was running. Nothing was recorded from then on, not even the
     * end of the process, so the time of the end is the end of the tracking.
     */
    DETACHED,
    RUNNING
  }

  /**
   * The relative time up to which openings are included in a reading. Resources that a running
   * process opens later are omitted in all passes over its slots: otherwise they would be in one
   * pass and not in another, and a view of memory without the owner of that memory would look like
   * a leak.
   */
  long lastOpeningNanos() {
    return ended == Ended.RUNNING ? clock.readAtNanos() : Long.MAX_VALUE;
  }

  /** A copy of this entry with the given time as the time at which the process was last seen. */
  ProcessEntry lastSeen(long nanos) {
    return new ProcessEntry(
        pid,
        startedAt,
        new Clock(clock.base(), clock.baseNanos(), clock.readAtNanos(), nanos),
        command,
        jvm,
        ended,
        attachedLate,
        stacksCaptured,
        gaps);
  }

  /**
   * The time from the start of the process until it was last seen, in nanoseconds; never negative,
   * and at most 292 years, whatever a damaged ledger contains.
   */
  public long ageNanos() {
    try {
      long beforeLedger = Duration.between(startedAt, clock.base()).toNanos();
      return Math.max(0, Math.addExact(beforeLedger, clock.lastSeenNanos()));
    } catch (ArithmeticException e) {
      return clock.base().isBefore(startedAt) ? 0 : Long.MAX_VALUE;
    }
  }
}
