package io.ttalloc.analysis.report.jfr;

/**
 * The description of the events that async-profiler's converter reads. It goes by the order of the
 * fields, which is the one in which async-profiler itself writes them.
 */
final class ConverterEvents {
  private ConverterEvents() {}

  /** The event for the converter's {@code --live}. */
  static JfrElement liveObject() {
    return JfrMetadata.event(
        JfrType.LIVE_OBJECT,
        "Live Object",
        "An open resource as async-profiler's converter reads it",
        JfrMetadata.time(),
        JfrMetadata.thread(),
        JfrMetadata.stack("Stack Trace"),
        JfrMetadata.field("objectClass", JfrType.CLASS, "Object Class"),
        JfrMetadata.bytes("allocationSize", "Allocation Size"),
        JfrMetadata.field("allocationTime", JfrType.LONG, "Allocation Time")
            .add(JfrMetadata.annotation(JfrType.TIMESTAMP).with("value", JfrMetadata.TICKS)));
  }

  /** The event for the converter's {@code --nativemem --leak}. */
  static JfrElement malloc() {
    return JfrMetadata.event(
        JfrType.MALLOC,
        "Malloc",
        "An open resource as async-profiler's converter reads it; its time is when the ledger was"
            + " read, its address a unique number",
        JfrMetadata.time(),
        JfrMetadata.thread(),
        JfrMetadata.stack("Stack Trace"),
        JfrMetadata.field("address", JfrType.LONG, "Number"),
        JfrMetadata.bytes("size", "Size"));
  }
}
