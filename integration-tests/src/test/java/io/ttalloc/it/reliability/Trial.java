package io.ttalloc.it.reliability;

/** The trials, in the order of the paper. */
public enum Trial {
  KILLED("SIGKILL at a random moment, the ledger against the program's own journal"),
  STOPPED("SIGSTOP and SIGCONT at random moments, 8 threads on shared objects"),
  INTERRUPTED("all threads interrupted all the time while the ledger grows"),
  OVERFLOWN("recursion to the end of small stacks, with events in the last frames"),
  DISK_FULL("no room for the ledger, again and again"),
  NO_DESCRIPTORS("no file descriptor left, then interrupts as well"),
  NO_HEAP("no heap left in the hooks, again and again"),
  LEDGER_REMOVED("the ledger's files deleted while the program runs"),
  SOAK("everything at once: all kinds of events, all kinds of faults, a heap of 128 MB");

  private final String title;

  Trial(String title) {
    this.title = title;
  }

  /** The name of the trial in the paper. */
  public String title() {
    return title;
  }
}
