package io.ttalloc.probe;

import org.jspecify.annotations.Nullable;

/** Something that happened to a traced resource. Immutable except for its array. */
public final class TraceEvent {
  /** What happened. */
  public enum Kind {
    OPENED,
    /** An outer constructor has reported where it lies, or it has changed. */
    PLACED,
    CLOSED,
    /** Closed by a reclaimer instead of the program. */
    RECLAIMED,
    /** Its close threw. */
    CLOSE_FAILED,
    /** The collector took it before it was closed. */
    COLLECTED
  }

  public final Kind kind;

  /** Nanoseconds since the ledger's clock base. */
  public final long nanos;

  /** The name of its type. */
  public final String type;

  public final String className;

  /** Its slot in the ledger. */
  public final int slot;

  /** Which of the resources of that slot it is. */
  public final int generation;

  public final long bytes;
  public final long address;
  public final int device;

  /** {@code FLAG_} constants of the ledger's layout. */
  public final int flags;

  public final @Nullable String space;
  public final @Nullable String session;
  public final String thread;

  /** Innermost frame first, without hooks; empty if the collector took it. Not to be changed. */
  public final StackTraceElement[] stack;

  /** An event; each parameter is described at its field. */
  @SuppressWarnings("TooManyParameters") // It is called in one place.
  public TraceEvent(
      Kind kind,
      long nanos,
      String type,
      String className,
      int slot,
      int generation,
      long bytes,
      long address,
      int device,
      int flags,
      @Nullable String space,
      @Nullable String session,
      String thread,
      StackTraceElement[] stack) {
    this.kind = kind;
    this.nanos = nanos;
    this.type = type;
    this.className = className;
    this.slot = slot;
    this.generation = generation;
    this.bytes = bytes;
    this.address = address;
    this.device = device;
    this.flags = flags;
    this.space = space;
    this.session = session;
    this.thread = thread;
    this.stack = stack;
  }
}
