package io.ttalloc.points;

/** The order in which threads ran: as a script for a replay, and as text for people. */
final class Turns {
  private static final int MAX_SHOWN = 8;

  /** Threads that wait for each other take turns without end. */
  private static final int MAX_REPEATED = 40;

  private final StringBuilder script = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private int count;

  /**
   * A thread's turn ended.
   *
   * @param steps how many it had made in all
   * @param site where it will go on, -1 if that is not known or nowhere
   */
  void ended(int thread, int steps, int site) {
    if (++count > MAX_SHOWN) {
      script.append(count > MAX_REPEATED ? "" : "," + thread + "x" + steps);
      return;
    }
    if (count > 1) {
      script.append(',');
      text.append(", ");
    }
    script.append(thread).append('x').append(steps);
    text.append('T').append(thread);
    text.append(site < 0 ? " to its end" : " to " + Sites.place(site));
  }

  /** For {@link Script}. */
  String script() {
    return script.toString();
  }

  @Override
  public String toString() {
    return count > MAX_SHOWN ? text + " and " + (count - MAX_SHOWN) + " turns more" : "" + text;
  }
}
