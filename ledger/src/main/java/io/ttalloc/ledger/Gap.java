package io.ttalloc.ledger;

/**
 * Something that a process did and the agent did not see. All but the last lower the confidence of
 * every verdict; {@link #NOT_COLLECTED} does only if something is open.
 */
public enum Gap {
  /** The probe switched itself off after too many errors in hooks: what followed was not seen. */
  SWITCHED_OFF(2),
  /** A class that a rule names could not be woven: its openings and closes were not seen. */
  NOT_WOVEN(4),
  /**
   * Options or rules of the user were left out because of mistakes in them: what they ask for was
   * not done, and what they name was not seen.
   */
  INPUT_LEFT_OUT(128),
  /**
   * A number by which the program knows a resource was opened again while still open: a close was
   * not seen, or several objects hand out the same numbers. The second opening was not recorded.
   */
  NUMBER_OPENED_AGAIN(1024),
  /** Cleaners were still running when the process ended: what they would have closed is open. */
  CLEANERS_AT_WORK(8),
  /** There was no garbage collection at the end: resources that count as open may be lost. */
  NOT_COLLECTED(16),
  /**
   * The application's code threw an exception when an attribute of a resource was read: that
   * attribute and the following ones are absent.
   */
  ATTRIBUTE_THREW(64),
  /** There were more stacks or frames than the ledger can hold: some openings have no stack. */
  STACKS_UNKNOWN(256),
  /** The JVM was configured to keep fewer frames of a stack than usual, or none. */
  STACKS_CUT(4096),
  /**
   * Details found no room in the ledger, or were not found in time: names, labels, which cache
   * holds a resource, what closed it, where a thread was at the end and what it would still have
   * closed. A verdict that depends on one may be wrong.
   */
  DETAILS_MISSING(512),
  /**
   * For some threads it is unknown which calls had not returned at the end, or what those would
   * have closed, as for virtual threads where the JDK does not list them.
   */
  CALLS_UNKNOWN(2048),
  /**
   * A thread may have been in a hook when the process ended: counters and slots may lack what it
   * had not written yet.
   */
  HOOKS_AT_WORK(32);

  /** The bit in the flags of the file header. */
  public final int flag;

  Gap(int flag) {
    this.flag = flag;
  }
}
