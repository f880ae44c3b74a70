package io.ttalloc.it.attached;

/** The resource that the programs of these tests open and close. */
final class Door extends Frame implements AutoCloseable {

  /** The rules that track this class. */
  static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
        - class: io.ttalloc.it.attached.Frame
          subtypes: true
          type: door
          open: [<init>]
          close: [shut]
      """;

  @Override
  public void close() {
    shut();
  }
}

/** Closes what its subclass opens. */
class Frame {
  private boolean open = true;

  final boolean isOpen() {
    return open;
  }

  final void shut() {
    open = false;
  }
}
