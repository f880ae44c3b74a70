package io.ttalloc.heap.dump;

/**
 * What the collector starts from.
 *
 * @param object the index of its object
 * @param thread the name of its thread; empty if it has none
 * @param frame the frame that has it, as in a stack trace; empty if it is in none or in an unknown
 *     one
 * @param daemon whether it is of a daemon thread
 */
public record HeapRoot(Kind kind, int object, String thread, String frame, boolean daemon) {
  /** The kinds, in the order in which they are preferred to explain why an object is kept. */
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

    /** Whether it lasts only as long as a method runs. */
    public boolean isFrame() {
      return this == JAVA_LOCAL || this == JNI_LOCAL;
    }
  }
}
