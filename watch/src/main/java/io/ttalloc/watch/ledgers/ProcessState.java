package io.ttalloc.watch.ledgers;

import io.ttalloc.ledger.read.ProcessEntry;
import java.util.Locale;

/** The state of the process of a ledger, in the order of lists. */
public enum ProcessState {
  RUNNING,
  /** The process has ended without running its shutdown hooks to their end. */
  KILLED,
  /** Tracking was ended while it ran. */
  DETACHED,
  /** The process has ended in order. */
  ENDED,
  /** The ledger cannot be read. */
  UNREADABLE;

  /** The fate of a process. */
  public static ProcessState of(ProcessEntry process) {
    return switch (process.ended()) {
      case RUNNING -> RUNNING;
      case KILLED -> KILLED;
      case DETACHED -> DETACHED;
      case EXIT -> ENDED;
    };
  }

  /** The word for it in lists. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
