package io.ttalloc.it.policy;

/** What the programs of these tests open and close. */
final class Session implements AutoCloseable {

  /** The list of rules that tracks it. */
  static final String RULES =
      """
        - class: io.ttalloc.it.policy.Session
          type: session
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private int size;

  Session(int size) {
    this.size = size;
  }

  /** Throws if the size is negative: an attribute of a rule may throw. */
  int size() {
    if (size < 0) {
      throw new IllegalStateException("less than nothing");
    }
    return size;
  }

  @Override
  public void close() {
    size = 0;
  }
}
