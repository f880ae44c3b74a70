package io.ttalloc.probe;

/**
 * Makes sure, before a hook changes anything, that the thread's stack has room for all that a hook
 * may do: a stack overflow in the midst of it would leave things half done, in classes of the JDK
 * too.
 *
 * <p>The JVM touches the stack as far as the frame of a method may reach before it enters the
 * method, and it takes the frame of the interpreter for that even in compiled code. So the image
 * for the boot loader has {@link #check} with {@link #LOCALS} local variables, and both methods
 * marked as never to be inlined. That costs 3 ns. Where this class is loaded from its own class
 * file (in unit tests), it makes sure of nothing.
 */
final class StackRoom {
  /** Words of 8 bytes: how much of the stack is made sure of. */
  static final int LOCALS = 2048;

  private StackRoom() {}

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError there is not
   */
  static void check() {
    // A call is a place at which compiled code must be able to become interpreted code.
    nothing();
  }

  private static void nothing() {}
}
