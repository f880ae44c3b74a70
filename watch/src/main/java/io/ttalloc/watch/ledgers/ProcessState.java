package io.ttalloc.watch.ledgers;

import io.ttalloc.ledger.read.ProcessEntry;
import java.util.Locale;

/** The state of a ledger's process, in the order used by lists. */
public enum ProcessState {
  RUNNING,
  /** The process ended without completing its shutdown hooks. */
  KILLED,
  /** Tracking was ended while the process was running. */
  DETACHED,
  /** The process ended normally. */
  ENDED,
  /** The ledger cannot be read. */
  UNREADABLE;

  /** Returns the state of a process. */
  public static ProcessState of(ProcessEntry process) {
    return switch (process.ended()) {
      case RUNNING -> RUNNING;
      case KILLED -> KILLED;
      case DETACHED -> DETACHED;
      case EXIT -> ENDED;
    };
  }

  /** The word for the state in lists. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
