package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.report.Index;

/** The description of a recording's types, without which no reader can interpret it. */
final class JfrMetadata {
  private static final String ANNOTATION = "java.lang.annotation.Annotation";
  private static final String EVENT = "jdk.jfr.Event";

  /** The unit of the chunk's clock, one nanosecond. */
  static final String TICKS = "TICKS";

  private static final String NANOSECONDS = "NANOSECONDS";
  private static final String BYTES = "BYTES";

  private JfrMetadata() {}

  /** Returns the event that contains the description. */
  static JfrBytes written() {
    JfrElement root = new JfrElement("root").add(types(), new JfrElement("region"));
    Index<String> texts = new Index<>();
    JfrBytes tree = new JfrBytes();
    root.write(tree, texts);
    JfrBytes event = new JfrBytes();
    event.number(0); // the event type of metadata
    event.number(0); // its time
    event.number(0); // its duration
    event.number(1); // the first description
    event.number(texts.values().size());
    texts.values().forEach(event::text);
    return event.followedBy(tree);
  }

  private static JfrElement types() {
    JfrElement types = new JfrElement("metadata");
    for (JfrType plain : new JfrType[] {JfrType.BOOLEAN, JfrType.INT, JfrType.LONG, JfrType.TEXT}) {
      types.add(type(plain));
    }
    addClassTypes(types);
    addStackTypes(types);
    addAnnotations(types);
    addEvents(types);
    return types;
  }

  private static void addClassTypes(JfrElement types) {
    types.add(
        type(JfrType.SYMBOL, field("string", JfrType.TEXT)).with("simpleType", "true"),
        type(JfrType.CLASS_LOADER, field("type", JfrType.CLASS), field("name", JfrType.SYMBOL)),
        type(
            JfrType.MODULE,
            field("name", JfrType.SYMBOL),
            field("version", JfrType.SYMBOL),
            field("location", JfrType.SYMBOL),
            field("classLoader", JfrType.CLASS_LOADER)),
        type(
            JfrType.PACKAGE,
            field("name", JfrType.SYMBOL),
            field("module", JfrType.MODULE),
            field("exported", JfrType.BOOLEAN)),
        type(
            JfrType.CLASS,
            field("classLoader", JfrType.CLASS_LOADER),
            field("name", JfrType.SYMBOL),
            field("package", JfrType.PACKAGE),
            field("modifiers", JfrType.INT)));
  }

  private static void addStackTypes(JfrElement types) {
    types.add(
        type(
            JfrType.METHOD,
            field("type", JfrType.CLASS),
            field("name", JfrType.SYMBOL),
            field("descriptor", JfrType.SYMBOL),
            field("modifiers", JfrType.INT),
            field("hidden", JfrType.BOOLEAN)),
        type(JfrType.FRAME_TYPE, field("description", JfrType.TEXT)).with("simpleType", "true"),
        type(
            JfrType.STACK_FRAME,
            field("method", JfrType.METHOD),
            field("lineNumber", JfrType.INT),
            field("bytecodeIndex", JfrType.INT),
            field("type", JfrType.FRAME_TYPE)),
        type(
            JfrType.STACK_TRACE,
            field("truncated", JfrType.BOOLEAN),
            field("frames", JfrType.STACK_FRAME).with("dimension", "1")),
        type(
            JfrType.THREAD,
            field("osName", JfrType.TEXT),
            field("osThreadId", JfrType.LONG),
            field("javaName", JfrType.TEXT),
            field("javaThreadId", JfrType.LONG)));
  }

  private static void addAnnotations(JfrElement types) {
    JfrElement text = field("value", JfrType.TEXT);
    types.add(
        annotationType(JfrType.LABEL, text),
        annotationType(JfrType.DESCRIPTION, text),
        annotationType(JfrType.CATEGORY, field("value", JfrType.TEXT).with("dimension", "1")),
        annotationType(JfrType.CONTENT_TYPE),
        annotationType(JfrType.TIMESTAMP, text, annotation(JfrType.CONTENT_TYPE)),
        annotationType(JfrType.TIMESPAN, text, annotation(JfrType.CONTENT_TYPE)),
        annotationType(JfrType.DATA_AMOUNT, text, annotation(JfrType.CONTENT_TYPE)));
  }

  private static void addEvents(JfrElement types) {
    types.add(
        resourceOpen(),
        openingStack(),
        closingStack(),
        lifetimes(),
        ledgerStatistics(),
        ConverterEvents.liveObject(),
        ConverterEvents.malloc());
  }

  private static JfrElement resourceOpen() {
    return event(
        JfrType.RESOURCE_OPEN,
        "Open Resource",
        "A resource that is open, with the stack that opened it; lasts from its opening",
        span(),
        thread(),
        stack("Opened By"),
        field("type", JfrType.TEXT, "Type"),
        field("resourceClass", JfrType.TEXT, "Class"),
        field("count", JfrType.LONG, "Count"),
        bytes("bytes", "Bytes"),
        bytes("regionBytes", "Bytes by Region"),
        field("device", JfrType.TEXT, "Device"),
        field("space", JfrType.TEXT, "Space"),
        field("address", JfrType.TEXT, "Address"),
        field("label", JfrType.TEXT, "Label"),
        field("owner", JfrType.TEXT, "Owner"),
        field("verdict", JfrType.TEXT, "Verdict"),
        field("leak", JfrType.BOOLEAN, "Leak"),
        field("growing", JfrType.BOOLEAN, "Growing"),
        field("suppressedBy", JfrType.TEXT, "Suppressed By"),
        field("title", JfrType.TEXT, "Opening Call"),
        field("fingerprint", JfrType.TEXT, "Fingerprint"));
  }

  private static JfrElement openingStack() {
    return event(
        JfrType.OPENING_STACK,
        "Opening Stack",
        "How much a stack has opened of a type since the start",
        span(),
        stack("Opened By"),
        field("type", JfrType.TEXT, "Type"),
        field("resourceClass", JfrType.TEXT, "Class"),
        field("opened", JfrType.LONG, "Opened"),
        field("closed", JfrType.LONG, "Closed"),
        field("reclaimed", JfrType.LONG, "Reclaimed"),
        field("collected", JfrType.LONG, "Collected"),
        bytes("openedBytes", "Opened Bytes"),
        field("fingerprint", JfrType.TEXT, "Fingerprint"));
  }

  private static JfrElement closingStack() {
    return event(
        JfrType.CLOSING_STACK,
        "Closing Stack",
        "Where others were closed that the stack of an open resource had opened",
        span(),
        stack("Closed By"),
        field("type", JfrType.TEXT, "Type"),
        field("closed", JfrType.LONG, "Closed"),
        field("fingerprint", JfrType.TEXT, "Fingerprint"));
  }

  private static JfrElement lifetimes() {
    return event(
        JfrType.LIFETIMES,
        "Lifetimes",
        "How long the closed resources of a type and site lived",
        span(),
        field("type", JfrType.TEXT, "Type"),
        field("site", JfrType.TEXT, "Site"),
        field("closed", JfrType.LONG, "Closed"),
        nanos("p50", "50 % up to"),
        nanos("p90", "90 % up to"),
        nanos("p99", "99 % up to"),
        nanos("longest", "Longest"));
  }

  private static JfrElement ledgerStatistics() {
    return event(
        JfrType.LEDGER_STATISTICS,
        "Ledger Statistics",
        "Resources so far",
        time(),
        field("opened", JfrType.LONG, "Opened"),
        field("closed", JfrType.LONG, "Closed"),
        field("collected", JfrType.LONG, "Collected"),
        field("dropped", JfrType.LONG, "Dropped Events"),
        bytes("deviceBytes", "Bytes on Devices"),
        field("live", JfrType.LONG, "Live"),
        bytes("liveBytes", "Live Bytes"),
        field("leaks", JfrType.LONG, "Leaks"),
        field("judged", JfrType.BOOLEAN, "Judged"));
  }

  private static JfrElement type(JfrType type, JfrElement... parts) {
    return new JfrElement("class")
        .with("name", type.typeName())
        .with("id", Integer.toString(type.id()))
        .add(parts);
  }

  private static JfrElement annotationType(JfrType type, JfrElement... parts) {
    return type(type, parts).with("superType", ANNOTATION);
  }

  static JfrElement event(
      JfrType type, String label, String description, JfrElement[] first, JfrElement... more) {
    return type(type, first)
        .with("superType", EVENT)
        .add(more)
        .add(
            annotation(JfrType.LABEL).with("value", label),
            annotation(JfrType.DESCRIPTION).with("value", description),
            annotation(JfrType.CATEGORY).with("value-0", "tt-alloc"));
  }

  static JfrElement annotation(JfrType type) {
    return new JfrElement("annotation").with("class", Integer.toString(type.id()));
  }

  private static JfrElement field(String name, JfrType type) {
    JfrElement field =
        new JfrElement("field").with("name", name).with("class", Integer.toString(type.id()));
    return type.isConstant() ? field.with("constantPool", "true") : field;
  }

  static JfrElement field(String name, JfrType type, String label) {
    return field(name, type).add(annotation(JfrType.LABEL).with("value", label));
  }

  static JfrElement bytes(String name, String label) {
    return field(name, JfrType.LONG, label)
        .add(annotation(JfrType.DATA_AMOUNT).with("value", BYTES));
  }

  private static JfrElement nanos(String name, String label) {
    return field(name, JfrType.LONG, label)
        .add(annotation(JfrType.TIMESPAN).with("value", NANOSECONDS));
  }

  /** The time field; readers expect it before all other fields. */
  static JfrElement[] time() {
    return new JfrElement[] {
      field("startTime", JfrType.LONG, "Start Time")
          .add(annotation(JfrType.TIMESTAMP).with("value", TICKS))
    };
  }

  /** The fields for start and duration; readers expect them before all other fields. */
  private static JfrElement[] span() {
    return new JfrElement[] {
      time()[0],
      field("duration", JfrType.LONG, "Duration")
          .add(annotation(JfrType.TIMESPAN).with("value", TICKS))
    };
  }

  static JfrElement thread() {
    return field("eventThread", JfrType.THREAD, "Event Thread");
  }

  static JfrElement stack(String label) {
    return field("stackTrace", JfrType.STACK_TRACE, label);
  }
}
