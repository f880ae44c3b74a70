package io.ttalloc.ledger.read;

import io.ttalloc.ledger.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * The process that wrote a ledger.
 *
 * @param pid {@link #SEVERAL} if this stands for several processes, which the command names
 * @param startedAt start of the process
 * @param command the command line, with secrets redacted
 * @param attachedLate whether the agent was attached to a running process, so that earlier openings
 *     are unknown
 * @param gaps what was not seen; immutable
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

  /** In place of a process id: no process has it. */
  public static final long SEVERAL = 0;

  /**
   * The ledger's clock, and what the reading showed on it.
   *
   * @param base the instant at which the ledger's relative times are zero
   * @param baseNanos that instant on the monotonic clock of the process, which no other process has
   * @param readAtNanos relative time of the reading, or of the end if the process has ended in
   *     order or its tracking has ended
   * @param lastSeenNanos relative time at which the process was last seen: the time of the reading
   *     or of the end; for a killed process, the last sign of life in its ledger, since no ledger
   *     has the time of a kill
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

    /** The instant at which the process was seen last. */
    public Instant lastSeenAt() {
      return at(lastSeenNanos);
    }
  }

  /** The way in which the process ended. */
  public enum Ended {
    /** It ran its shutdown hooks. */
    EXIT,
    /** It has ended without noting the end. */
    KILLED,
    /**
     * Tracking was ended while it ran. What it did afterwards was not seen, not even its end, and
     * its times end with the tracking.
     */
    DETACHED,
    RUNNING
  }

  /**
   * The relative time of the last opening that a reading shows. Resources that a running process
   * opens after that are omitted in all passes over its slots: they would be in one and not in
   * another, and a view of memory without the owner of that memory looks like a leak.
   */
  long lastOpeningNanos() {
    return ended == Ended.RUNNING ? clock.readAtNanos() : Long.MAX_VALUE;
  }

  /** This process, last seen at another time. */
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
   * Time from the start of the process to when it was seen last, in nanoseconds; never negative,
   * and at most 292 years, whatever a damaged ledger says.
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
