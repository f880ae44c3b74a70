package io.ttalloc.ledger;

/** What of a process could not be seen, and lowers the confidence in every verdict on it. */
public enum Gap {
  /** The probe switched itself off after too many errors in hooks: the rest was not seen. */
  SWITCHED_OFF(2),
  /** A class that a rule names could not be woven: what it opened and closed was not seen. */
  NOT_WOVEN(4),
  /** Cleaners were still at work when the process ended: what they would have closed is open. */
  CLEANERS_AT_WORK(8),
  /** Garbage was not collected at the end: what is open may be lost. */
  NOT_COLLECTED(16);

  /** Its bit among the flags of the header. */
  public final int flag;

  Gap(int flag) {
    this.flag = flag;
  }
}
