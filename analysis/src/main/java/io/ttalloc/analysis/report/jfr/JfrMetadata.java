package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.report.Index;
import org.jspecify.annotations.Nullable;

/**
 * The description of a recording's types, without which no reader can interpret it. The fields of a
 * type are declared in one text, each as {@code name:TYPE=Label}, where {@code TYPE} is a {@link
 * JfrType} or a unit.
 */
final class JfrMetadata {
  /** The time field; readers expect it before all other fields. */
  private static final String TIME = "startTime:TIME=Start Time, ";

  /** The fields for start and duration; readers expect them before all other fields. */
  private static final String SPAN = TIME + "duration:SPAN=Duration, ";

  private static final String THREAD = "eventThread:THREAD=Event Thread, ";

  private JfrMetadata() {}

  /** Returns the event that contains the description. */
  static JfrBytes written() {
    JfrElement types = new JfrElement("metadata");
    addTypes(types);
    addAnnotations(types);
    addEvents(types);
    addSums(types);
    addConverterEvents(types);
    JfrElement root = new JfrElement("root").add(types, new JfrElement("region"));
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

  private static void addTypes(JfrElement types) {
    types.add(
        type(JfrType.BOOLEAN, ""),
        type(JfrType.INT, ""),
        type(JfrType.LONG, ""),
        type(JfrType.TEXT, ""),
        type(JfrType.SYMBOL, "string:TEXT").with("simpleType", "true"),
        type(JfrType.CLASS_LOADER, "type:CLASS, name:SYMBOL"),
        type(
            JfrType.MODULE,
            "name:SYMBOL, version:SYMBOL, location:SYMBOL, classLoader:CLASS_LOADER"),
        type(JfrType.PACKAGE, "name:SYMBOL, module:MODULE, exported:BOOLEAN"),
        type(
            JfrType.CLASS, "classLoader:CLASS_LOADER, name:SYMBOL, package:PACKAGE, modifiers:INT"),
        type(
            JfrType.METHOD,
            "type:CLASS, name:SYMBOL, descriptor:SYMBOL, modifiers:INT, hidden:BOOLEAN"),
        type(JfrType.FRAME_TYPE, "description:TEXT").with("simpleType", "true"),
        type(
            JfrType.STACK_FRAME,
            "method:METHOD, lineNumber:INT, bytecodeIndex:INT, type:FRAME_TYPE"),
        type(JfrType.STACK_TRACE, "truncated:BOOLEAN, frames:STACK_FRAME[]"),
        type(JfrType.THREAD, "osName:TEXT, osThreadId:LONG, javaName:TEXT, javaThreadId:LONG"));
  }

  private static void addAnnotations(JfrElement types) {
    types.add(
        annotationType(JfrType.LABEL, "value:TEXT"),
        annotationType(JfrType.DESCRIPTION, "value:TEXT"),
        annotationType(JfrType.CATEGORY, "value:TEXT[]"),
        annotationType(JfrType.CONTENT_TYPE, ""),
        annotationType(JfrType.TIMESTAMP, "value:TEXT").add(annotation(JfrType.CONTENT_TYPE)),
        annotationType(JfrType.TIMESPAN, "value:TEXT").add(annotation(JfrType.CONTENT_TYPE)),
        annotationType(JfrType.DATA_AMOUNT, "value:TEXT").add(annotation(JfrType.CONTENT_TYPE)));
  }

  private static void addEvents(JfrElement types) {
    types.add(
        event(
            JfrType.RESOURCE_OPEN,
            "Open Resource",
            "Open resources and the stack that opened them, from the first opening until the ledger was read",
            SPAN
                + THREAD
                + "stackTrace:STACK_TRACE=Opened By, type:TEXT=Type, resourceClass:TEXT=Class,"
                + " count:LONG=Count, bytes:BYTES=Bytes, regionBytes:BYTES=Bytes by Region,"
                + " device:TEXT=Device, space:TEXT=Space, address:TEXT=Address,"
                + " label:TEXT=Label, owner:TEXT=Owner, verdict:TEXT=Verdict,"
                + " leak:BOOLEAN=Leak, growing:BOOLEAN=Growing, suppressedBy:TEXT=Suppressed By,"
                + " title:TEXT=Opening Call, fingerprint:TEXT=Fingerprint"),
        event(
            JfrType.OPENING_STACK,
            "Opening Stack",
            "Counts of the resources of one type that one stack has opened since tracking started",
            SPAN
                + "stackTrace:STACK_TRACE=Opened By, type:TEXT=Type, resourceClass:TEXT=Class,"
                + " opened:LONG=Opened, closed:LONG=Closed, reclaimed:LONG=Reclaimed,"
                + " collected:LONG=Collected, openedBytes:BYTES=Opened Bytes,"
                + " fingerprint:TEXT=Fingerprint"),
        event(
            JfrType.CLOSING_STACK,
            "Closing Stack",
            "Where other resources with the same opening stack as an open resource were closed",
            SPAN
                + "stackTrace:STACK_TRACE=Closed By, type:TEXT=Type, closed:LONG=Closed,"
                + " fingerprint:TEXT=Fingerprint"));
  }

  private static void addSums(JfrElement types) {
    types.add(
        event(
            JfrType.LIFETIMES,
            "Lifetimes",
            "How long resources of one type and site had been open when they were closed",
            SPAN
                + "type:TEXT=Type, site:TEXT=Site, closed:LONG=Closed, p50:NANOS=50th Percentile,"
                + " p90:NANOS=90th Percentile, p99:NANOS=99th Percentile, longest:NANOS=Longest"),
        event(
            JfrType.LEDGER_STATISTICS,
            "Ledger Statistics",
            "Counts of resources since tracking started",
            TIME
                + "opened:LONG=Opened, closed:LONG=Closed, collected:LONG=Collected,"
                + " dropped:LONG=Dropped Events, deviceBytes:BYTES=Bytes on Devices,"
                + " live:LONG=Live, liveBytes:BYTES=Live Bytes, leaks:LONG=Leaks,"
                + " judged:BOOLEAN=Judged"));
  }

  /**
   * Adds the events that async-profiler's converter reads, with {@code --live} and with {@code
   * --nativemem --leak}. The converter relies on the order in which async-profiler writes the
   * fields.
   */
  private static void addConverterEvents(JfrElement types) {
    types.add(
        event(
            JfrType.LIVE_OBJECT,
            "Live Object",
            "An open resource in the form that async-profiler's converter reads",
            TIME
                + THREAD
                + "stackTrace:STACK_TRACE=Stack Trace, objectClass:CLASS=Object Class,"
                + " allocationSize:BYTES=Allocation Size, allocationTime:TIME=Allocation Time"),
        event(
            JfrType.MALLOC,
            "Malloc",
            "An open resource in the form that async-profiler's converter reads; the time of the"
                + " event is when the ledger was read, and the address is a unique number",
            TIME
                + THREAD
                + "stackTrace:STACK_TRACE=Stack Trace, address:LONG=Number, size:BYTES=Size"));
  }

  private static JfrElement type(JfrType type, String fields) {
    JfrElement element =
        new JfrElement("class")
            .with("name", type.typeName())
            .with("id", Integer.toString(type.id()));
    for (String field : fields.isEmpty() ? new String[0] : fields.split(", ", -1)) {
      element.add(field(field.split("[:=]", -1)));
    }
    return element;
  }

  private static JfrElement annotationType(JfrType type, String fields) {
    return type(type, fields).with("superType", "java.lang.annotation.Annotation");
  }

  private static JfrElement event(JfrType type, String label, String description, String fields) {
    return type(type, fields)
        .with("superType", "jdk.jfr.Event")
        .add(
            annotation(JfrType.LABEL).with("value", label),
            annotation(JfrType.DESCRIPTION).with("value", description),
            annotation(JfrType.CATEGORY).with("value-0", "tt-alloc"));
  }

  private static JfrElement annotation(JfrType type) {
    return new JfrElement("annotation").with("class", Integer.toString(type.id()));
  }

  /**
   * Describes a field.
   *
   * @param parts the name of the field, its type or unit, and its label if it has one
   */
  private static JfrElement field(String[] parts) {
    boolean several = parts[1].endsWith("[]");
    JfrElement unit = unit(parts[1]);
    JfrType type = unit != null ? JfrType.LONG : JfrType.valueOf(parts[1].replace("[]", ""));
    JfrElement field =
        new JfrElement("field").with("name", parts[0]).with("class", Integer.toString(type.id()));
    if (type.isConstant()) {
      field.with("constantPool", "true");
    }
    if (several) {
      field.with("dimension", "1");
    }
    if (parts.length > 2) {
      field.add(annotation(JfrType.LABEL).with("value", parts[2]));
    }
    if (unit != null) {
      field.add(unit);
    }
    return field;
  }

  /**
   * The annotation for the unit with this name; null if no unit has this name. The chunk's clock
   * ticks every nanosecond.
   */
  private static @Nullable JfrElement unit(String name) {
    return switch (name) {
      case "TIME" -> annotation(JfrType.TIMESTAMP).with("value", "TICKS");
      case "SPAN" -> annotation(JfrType.TIMESPAN).with("value", "TICKS");
      case "NANOS" -> annotation(JfrType.TIMESPAN).with("value", "NANOSECONDS");
      case "BYTES" -> annotation(JfrType.DATA_AMOUNT).with("value", "BYTES");
      default -> null;
    };
  }
}
