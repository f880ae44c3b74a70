package io.ttalloc.analysis.report.jfr;

/** The types of a recording: values, annotations of these, and events. */
enum JfrType {
  BOOLEAN("boolean"),
  INT("int"),
  LONG("long"),
  TEXT("java.lang.String"),

  // What the JVM's own recordings have under these names.
  SYMBOL("jdk.types.Symbol", true),
  CLASS_LOADER("jdk.types.ClassLoader", true),
  MODULE("jdk.types.Module", true),
  PACKAGE("jdk.types.Package", true),
  CLASS("java.lang.Class", true),
  METHOD("jdk.types.Method", true),
  FRAME_TYPE("jdk.types.FrameType", true),
  STACK_FRAME("jdk.types.StackFrame"),
  STACK_TRACE("jdk.types.StackTrace", true),
  THREAD("java.lang.Thread", true),

  LABEL("jdk.jfr.Label"),
  DESCRIPTION("jdk.jfr.Description"),
  CATEGORY("jdk.jfr.Category"),
  CONTENT_TYPE("jdk.jfr.ContentType"),
  TIMESTAMP("jdk.jfr.Timestamp"),
  TIMESPAN("jdk.jfr.Timespan"),
  DATA_AMOUNT("jdk.jfr.DataAmount"),

  RESOURCE_OPEN("ttalloc.ResourceOpen"),
  OPENING_STACK("ttalloc.OpeningStack"),
  CLOSING_STACK("ttalloc.ClosingStack"),
  LIFETIMES("ttalloc.Lifetimes"),
  LEDGER_STATISTICS("ttalloc.LedgerStatistics"),
  /** What async-profiler's converter reads as objects that are live. */
  LIVE_OBJECT("profiler.LiveObject");

  /** The metadata and the constants are events 0 and 1. */
  private static final int FIRST_ID = 2;

  private final String typeName;
  private final boolean constant;

  JfrType(String typeName) {
    this(typeName, false);
  }

  JfrType(String typeName, boolean constant) {
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
    return FIRST_ID + ordinal();
  }
}
