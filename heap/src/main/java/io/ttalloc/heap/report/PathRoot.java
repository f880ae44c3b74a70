package io.ttalloc.heap.report;

import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.text.SourceNames;

/**
 * Where a path begins.
 *
 * @param type the class, of a class and of a static field; otherwise empty
 * @param name the static field; otherwise empty
 * @param thread the name of the thread; empty if it has none or the dump does not show it
 * @param frame the method as in a stack trace; empty if there is none or the dump does not show it
 * @param daemon whether it is of a daemon thread
 */
public record PathRoot(
    Kind kind, String type, String name, String thread, String frame, boolean daemon) {
  /** The kind of a root. */
  public enum Kind {
    STATIC_FIELD,
    CLASS,
    THREAD,
    JNI_GLOBAL,
    LOCKED,
    JVM,
    JAVA_LOCAL,
    JNI_LOCAL
  }

  /** A root that is of no daemon thread. */
  public PathRoot(Kind kind, String type, String name, String thread, String frame) {
    this(kind, type, name, thread, frame, false);
  }

  /** The root as a person reads it. */
  public String text() {
    return text(thread);
  }

  /** The text with every number in the name of the thread replaced, so that pools fold. */
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
      case JVM -> "reference of the JVM";
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
