package io.ttalloc.points;

/** The order in which threads ran, as a script for a replay and as text for people. */
final class Turns {
  private static final int MAX_SHOWN = 8;

  /**
   * The maximum number of turns in a script. Needed because threads that wait for each other would
   * take turns forever.
   */
  private static final int MAX_REPEATED = 40;

  private final StringBuilder script = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private int count;

  /**
   * Records the end of a thread's turn.
   *
   * @param steps the total number of its steps
   * @param site the site at which the thread will continue; -1 if the thread has ended or the site
   *     is unknown
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

  /** The turns in the format of {@link Script}. */
  String script() {
    return script.toString();
  }

  @Override
  public String toString() {
    return count > MAX_SHOWN ? text + " and " + (count - MAX_SHOWN) + " turns more" : "" + text;
  }
}
