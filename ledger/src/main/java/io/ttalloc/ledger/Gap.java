package io.ttalloc.ledger;

/**
 * A known omission in what the agent has recorded about a process. Every gap lowers the confidence
 * in all verdicts; {@link #NOT_COLLECTED} does so only if something is open.
 */
public enum Gap {
  /**
   * The probe switched itself off after too many errors in hooks: nothing was seen from then on.
   */
  SWITCHED_OFF(2),
  /** A class named by a rule could not be woven: openings and closes in it were not seen. */
  NOT_WOVEN(4),
  /**
   * Some options or rules of the user were ignored because of mistakes in them: the options had no
   * effect, and the classes that the rules name were not tracked.
   */
  INPUT_LEFT_OUT(128),
  /**
   * A resource was opened whose number already identified an open resource: either the close of the
   * earlier resource was not seen, or several objects hand out the same numbers. The second opening
   * was not recorded.
   */
  NUMBER_OPENED_AGAIN(1024),
  /**
   * Cleaners were still running when the process ended: resources that they would have closed are
   * still open.
   */
  CLEANERS_AT_WORK(8),
  /**
   * There was no garbage collection at the end: resources that count as open may in fact be lost.
   */
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
   * Some details are missing, because the ledger had no space for them or they were not found in
   * time: names, labels, the cache that holds a resource, the stack that closed it, or, at the end
   * of the process, the stacks of threads and what their unfinished calls would still have closed.
   * A verdict that depends on such a detail may be wrong.
   */
  DETAILS_MISSING(512),
  /**
   * For some threads it is unknown which calls had not returned at the end, or what those calls
   * would still have closed. This includes virtual threads if the JDK does not list them.
   */
  CALLS_UNKNOWN(2048),
  /**
   * A thread may have been in a hook when the process ended: counters and slots may lack data that
   * the thread had not written yet.
   */
  HOOKS_AT_WORK(32);

  /** The bit of this gap in the flags of the file header. */
  public final int flag;

  Gap(int flag) {
    this.flag = flag;
  }
}
