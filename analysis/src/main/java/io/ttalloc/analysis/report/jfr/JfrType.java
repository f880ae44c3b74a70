package io.ttalloc.analysis.report.jfr;

/** The types of a recording: values, their annotations, and events. */
enum JfrType {
  BOOLEAN(2, "boolean"),
  INT(3, "int"),
  LONG(4, "long"),
  TEXT(5, "java.lang.String"),

  // The following types have the names that they have in recordings made by the JVM.
  SYMBOL(6, "jdk.types.Symbol", true),
  CLASS_LOADER(7, "jdk.types.ClassLoader", true),
  MODULE(8, "jdk.types.Module", true),
  PACKAGE(9, "jdk.types.Package", true),
  CLASS(10, "java.lang.Class", true),
  METHOD(11, "jdk.types.Method", true),
  FRAME_TYPE(12, "jdk.types.FrameType", true),
  STACK_FRAME(13, "jdk.types.StackFrame"),
  STACK_TRACE(14, "jdk.types.StackTrace", true),
  THREAD(15, "java.lang.Thread", true),

  LABEL(16, "jdk.jfr.Label"),
  DESCRIPTION(17, "jdk.jfr.Description"),
  CATEGORY(18, "jdk.jfr.Category"),
  CONTENT_TYPE(19, "jdk.jfr.ContentType"),
  TIMESTAMP(20, "jdk.jfr.Timestamp"),
  TIMESPAN(21, "jdk.jfr.Timespan"),
  DATA_AMOUNT(22, "jdk.jfr.DataAmount"),

  RESOURCE_OPEN(23, "ttalloc.ResourceOpen"),
  OPENING_STACK(24, "ttalloc.OpeningStack"),
  CLOSING_STACK(25, "ttalloc.ClosingStack"),
  LIFETIMES(26, "ttalloc.Lifetimes"),
  LEDGER_STATISTICS(27, "ttalloc.LedgerStatistics"),
  /** The type that async-profiler's converter reads as live objects. */
  LIVE_OBJECT(28, "profiler.LiveObject"),
  /** The type that async-profiler's converter reads as native memory that was not freed. */
  MALLOC(29, "profiler.Malloc");

  /**
   * The id of this type in a recording; the ids 0 and 1 are reserved for metadata and constants.
   */
  private final int id;

  private final String typeName;
  private final boolean constant;

  JfrType(int id, String typeName) {
    this(id, typeName, false);
  }

  JfrType(int id, String typeName, boolean constant) {
    this.id = id;
    this.typeName = typeName;
    this.constant = constant;
  }

  String typeName() {
    return typeName;
  }

  /** Whether fields of this type refer to a table of constants. */
  boolean isConstant() {
    return constant;
  }

  int id() {
    return id;
  }
}
