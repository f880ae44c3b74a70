package io.ttalloc.heap.report;

import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.text.SourceNames;

/**
 * The beginning of a path.
 *
 * @param type the name of the class, for a class or a static field; otherwise empty
 * @param name the static field; otherwise empty
 * @param thread the name of the thread; empty if there is none or it is not in the dump
 * @param frame the method as in a stack trace; empty if there is none or it is not in the dump
 * @param daemon whether the root belongs to a daemon thread
 */
public record PathRoot(
    Kind kind, String type, String name, String thread, String frame, boolean daemon) {
  /** The kind of root. */
  public enum Kind {
    STATIC_FIELD,
    CLASS,
    THREAD,
    JNI_GLOBAL,
    /** An object that a thread has locked. */
    LOCKED,
    /** An object that the JVM itself needs. */
    JVM,
    /** A local variable or an intermediate result of a Java method. */
    JAVA_LOCAL,
    /** A local reference of a native method. */
    JNI_LOCAL;

    /** Whether the root exists only while a method runs. */
    public boolean isFrame() {
      return this == JAVA_LOCAL || this == JNI_LOCAL;
    }
  }

  /** Creates a root that does not belong to a daemon thread. */
  public PathRoot(Kind kind, String type, String name, String thread, String frame) {
    this(kind, type, name, thread, frame, false);
  }

  /** The text of the root for human readers. */
  public String text() {
    return text(thread);
  }

  /**
   * The text with all numbers in the thread's name replaced, so that the threads of a pool have the
   * same text.
   */
  public String folded() {
    return text(thread.replaceAll("\\d+", "*"));
  }

  private String text(String threadName) {
    return switch (kind) {
      case STATIC_FIELD -> "static " + SourceNames.simpleQualifier(type) + "." + name;
      case CLASS -> "class " + SourceNames.simple(type);
      case THREAD -> thread(threadName);
      case JNI_GLOBAL -> "JNI global reference";
      case LOCKED -> "locked monitor";
      case JVM -> "JVM-internal reference";
      case JAVA_LOCAL -> "local variable" + where(threadName);
      case JNI_LOCAL -> "JNI local reference" + where(threadName);
    };
  }

  private String where(String threadName) {
    String place = frame.isEmpty() ? "" : " in " + SourceNames.call(frame);
    return threadName.isEmpty() ? place : place + " of " + thread(threadName);
  }

  private static String thread(String name) {
    return switch (name) {
      case ThreadRecord.UNNAMED_VIRTUAL -> "an unnamed virtual thread";
      case ThreadRecord.UNNAMED -> "an unnamed thread";
      default -> "thread \"" + name + "\"";
    };
  }
}
