package io.ttalloc.natives.socket.wire;

/** The allocated bytes of a device. */
public record DeviceUsage(
    long dramBytes,
    long l1Bytes,
    long l1SmallBytes,
    long traceBytes,
    long circularBytes,
    long kernelBytes) {

  public static final DeviceUsage NONE = new DeviceUsage(0, 0, 0, 0, 0, 0);
}
