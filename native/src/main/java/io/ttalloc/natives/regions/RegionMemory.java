package io.ttalloc.natives.regions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a region, which other processes may read while they are being written. Each number
 * is written atomically, and a reader that sees a number also sees everything that was written
 * before that number.
 */
interface RegionMemory {
  int getInt(int at);

  void putInt(int at, int value);

  void putLong(int at, long value);

  void putBytes(int at, byte[] values);

  /** A mapped file. */
  record Mapped(ByteBuffer bytes) implements RegionMemory {
    private static final VarHandle INT =
        MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONG =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    @Override
    public int getInt(int at) {
      return (int) INT.getAcquire(bytes, at);
    }

    @Override
    public void putInt(int at, int value) {
      INT.setRelease(bytes, at, value);
    }

    @Override
    public void putLong(int at, long value) {
      LONG.setRelease(bytes, at, value);
    }

    @Override
    public void putBytes(int at, byte[] values) {
      bytes.put(at, values);
    }
  }
}
