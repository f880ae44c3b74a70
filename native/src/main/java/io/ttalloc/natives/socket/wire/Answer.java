package io.ttalloc.natives.socket.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query.
 *
 * @param device the device that was asked about
 * @param info null if nothing is known about the device
 * @param devices the number of known devices
 */
public record Answer(
    MessageType type, int device, DeviceUsage usage, @Nullable DeviceInfo info, int devices) {
  private static final long MAX_U32 = 0xffff_ffffL;

  /**
   * Encodes the answer with the same length as the query, ready to be sent. Omits the fields that
   * do not exist in a message of this length.
   */
  public ByteBuffer encode(Stride stride) {
    ByteBuffer bytes = ByteBuffer.allocate(stride.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(Stride.TYPE, (byte) type.code());
    bytes.putInt(Stride.DEVICE, device);
    bytes.putLong(Stride.USED, usage.dramBytes());
    bytes.putLong(Stride.USED + 8, usage.l1Bytes());
    bytes.putLong(Stride.USED + 16, usage.l1SmallBytes());
    bytes.putLong(Stride.USED + 24, usage.traceBytes());
    if (stride.circularAndKernel >= 0) {
      bytes.putLong(stride.circularAndKernel, usage.circularBytes());
      bytes.putLong(stride.circularAndKernel + 8, usage.kernelBytes());
    }
    if (stride.device >= 0) {
      putDevice(bytes, stride.device);
    }
    if (stride.ring >= 0 && info != null) {
      putU32(bytes, stride.ring, info.ringBytes());
      putU32(bytes, stride.ring + 4, info.ringUsedBytes());
      putU32(bytes, stride.ring + 8, info.ringPrograms());
    }
    return bytes;
  }

  private void putDevice(ByteBuffer bytes, int at) {
    if (info != null) {
      bytes.putLong(at, info.totalDramBytes());
      bytes.putLong(at + 8, info.totalL1Bytes());
      putU32(bytes, at + 16, info.architecture());
      putU32(bytes, at + 20, info.dramChannels());
      putU32(bytes, at + 24, info.dramBytesPerChannel());
      putU32(bytes, at + 28, info.l1BytesPerCore());
      putU32(bytes, at + 32, 1); // the device is available
    }
    putU32(bytes, at + 36, devices);
  }

  /** Writes an unsigned 32-bit number; writes the maximum if the value does not fit. */
  private static void putU32(ByteBuffer bytes, int at, long value) {
    bytes.putInt(at, (int) Math.min(value, MAX_U32));
  }
}
