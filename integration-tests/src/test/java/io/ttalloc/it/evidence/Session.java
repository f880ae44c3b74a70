package io.ttalloc.it.evidence;

/** The resource that the programs of many tests open and close. */
public final class Session implements AutoCloseable {

  /** The rules that track this class. */
  public static final String RULES =
      """
        - class: io.ttalloc.it.evidence.Session
          type: session
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private int size;

  public Session(int size) {
    this.size = size;
  }

  /** Throws if the size is negative, to test what happens if an attribute of a rule throws. */
  public int size() {
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
