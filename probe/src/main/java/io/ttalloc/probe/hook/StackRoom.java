package io.ttalloc.probe.hook;

/**
 * Checks, before a hook changes anything, that the thread's stack has room for everything a hook
 * may do: an overflow in the middle of a hook would leave changes incomplete, even in classes of
 * the JDK.
 *
 * <p>Before the JVM enters a method, it touches the stack up to the end of the method's frame, and
 * even compiled code uses the size of the interpreter's frame for that. In the boot image, {@link
 * #check} therefore has {@link #LOCALS} local variables and {@link #checkForTwo} has {@link
 * #LOCALS_FOR_TWO}, and neither method is ever inlined. The check costs 3 ns. Where this class is
 * loaded from its own class file, as in unit tests, it checks nothing.
 */
public final class StackRoom {
  /** The size of the part of the stack that is checked, in words of 8 bytes. */
  static final int LOCALS = 2048;

  /**
   * The checked size for two hooks of one method: the larger need of the two, plus the difference
   * in depth.
   */
  static final int LOCALS_FOR_TWO = LOCALS + 256;

  private StackRoom() {}

  /**
   * Returns normally if the stack has room for a hook.
   *
   * @throws StackOverflowError if the stack does not have room for a hook
   */
  public static void check() {
    // A call is needed: at a call, compiled code must be able to return to the interpreter, so the
    // check includes the size of the interpreter's frame.
    nothing();
  }

  /**
   * Returns normally if the stack has room for this hook and for the next hook, which runs at the
   * end of the same method, at the same depth. A hook that begins a close thus ensures that the end
   * of the close can be recorded.
   *
   * @throws StackOverflowError if the stack does not have room for both hooks
   */
  public static void checkForTwo() {
    nothing();
  }

  private static void nothing() {}
}
