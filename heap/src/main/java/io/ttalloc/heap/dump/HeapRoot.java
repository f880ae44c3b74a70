package io.ttalloc.heap.dump;

/**
 * A garbage collection root.
 *
 * @param object the index of its object
 * @param thread the name of its thread; empty if it has none
 * @param frame the frame that contains it, as in a stack trace; empty if there is none or it is
 *     unknown
 * @param daemon whether it belongs to a daemon thread
 */
public record HeapRoot(Kind kind, int object, String thread, String frame, boolean daemon) {
  /**
   * The kinds of roots, in the order in which they are preferred to explain why an object is kept.
   */
  public enum Kind {
    /** A class that is never unloaded. */
    CLASS,
    THREAD,
    JNI_GLOBAL,
    /** An object that a thread has locked, or that the JVM itself needs. */
    LOCKED,
    JVM,
    /** A local variable or an intermediate result of a Java method. */
    JAVA_LOCAL,
    /** A local reference of a native method. */
    JNI_LOCAL;

    /** Whether it exists only as long as a method runs. */
    public boolean isFrame() {
      return this == JAVA_LOCAL || this == JNI_LOCAL;
    }
  }
}
