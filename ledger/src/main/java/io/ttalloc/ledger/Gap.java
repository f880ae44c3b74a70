package io.ttalloc.ledger;

/**
 * What of a process could not be seen. All but the last lower the confidence in every verdict on
 * it.
 */
public enum Gap {
  /** The probe switched itself off after too many errors in hooks: the rest was not seen. */
  SWITCHED_OFF(2),
  /** A class that a rule names could not be woven: what it opened and closed was not seen. */
  NOT_WOVEN(4),
  /** Rules that the user named were left out for mistakes in them: what they name was not seen. */
  RULES_LEFT_OUT(128),
  /** Cleaners were still at work when the process ended: what they would have closed is open. */
  CLEANERS_AT_WORK(8),
  /** Garbage was not collected at the end: what is open may be lost. */
  NOT_COLLECTED(16),
  /**
   * The application's code threw where a rule reads an attribute of what was opened: that attribute
   * and those behind it count as absent.
   */
  ATTRIBUTE_THREW(64),
  /** There were more stacks than the ledger has room for: those of some openings are unknown. */
  STACKS_UNKNOWN(256),
  /**
   * A thread may have been inside a hook when the process ended: counters and slots may differ by
   * what it was about to write.
   */
  HOOKS_AT_WORK(32);

  /** Its bit among the flags of the header. */
  public final int flag;

  Gap(int flag) {
    this.flag = flag;
  }
}
