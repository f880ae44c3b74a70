package io.ttalloc.analysis.report.jfr;

/**
 * The descriptions of the events that async-profiler's converter reads. The converter relies on the
 * order of the fields, which is the order in which async-profiler itself writes them.
 */
final class ConverterEvents {
  private ConverterEvents() {}

  /** The event that the converter reads with {@code --live}. */
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

  /** The event that the converter reads with {@code --nativemem --leak}. */
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
