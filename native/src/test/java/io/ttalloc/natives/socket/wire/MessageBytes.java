package io.ttalloc.natives.socket.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Builds the bytes of messages by writing at the documented offsets, without using the code under
 * test.
 */
public final class MessageBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int stride;

  public MessageBytes(int stride) {
    this.stride = stride;
  }

  public MessageBytes add(int type, int device, long size, int bufferType, int pid, long address) {
    return add(
        new WireMessage(MessageType.ofCode(type), device, size, bufferType, pid, address, 7));
  }

  public MessageBytes add(WireMessage message) {
    ByteBuffer one = ByteBuffer.allocate(stride).order(ByteOrder.LITTLE_ENDIAN);
    one.put(0, (byte) message.type().code());
    one.putInt(4, message.device());
    one.putLong(8, message.size());
    one.put(16, (byte) message.bufferType());
    one.putInt(20, message.pid());
    one.putLong(24, message.address());
    one.putLong(32, message.timestampNanos());
    bytes.writeBytes(one.array());
    return this;
  }

  public byte[] bytes() {
    return bytes.toByteArray();
  }

  /** A random message that is neither a query nor an answer. */
  static WireMessage random(Random random) {
    int[] types = {1, 2, 5, 8, 9, 10, 11, 12};
    return new WireMessage(
        MessageType.ofCode(types[random.nextInt(types.length)]),
        random.nextInt(),
        random.nextLong(),
        random.nextInt(256),
        random.nextInt(),
        random.nextLong(),
        random.nextLong());
  }
}
