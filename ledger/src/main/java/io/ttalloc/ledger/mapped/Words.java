package io.ttalloc.ledger.mapped;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Ordered and atomic access to the words of a mapped segment. Offsets must be aligned. */
public final class Words {
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private Words() {}

  public static int getInt(ByteBuffer buffer, int offset) {
    return (int) INT.getAcquire(buffer, offset);
  }

  public static void publishInt(ByteBuffer buffer, int offset, int value) {
    INT.setRelease(buffer, offset, value);
  }

  public static boolean compareAndSetInt(ByteBuffer buffer, int offset, int expected, int value) {
    return (boolean) INT.compareAndSet(buffer, offset, expected, value);
  }

  public static int getAndSetInt(ByteBuffer buffer, int offset, int value) {
    return (int) INT.getAndSet(buffer, offset, value);
  }

  public static void orInt(ByteBuffer buffer, int offset, int bits) {
    int unused = (int) INT.getAndBitwiseOr(buffer, offset, bits);
  }

  public static void andInt(ByteBuffer buffer, int offset, int bits) {
    int unused = (int) INT.getAndBitwiseAnd(buffer, offset, bits);
  }

  public static void publishLong(ByteBuffer buffer, int offset, long value) {
    LONG.setRelease(buffer, offset, value);
  }

  public static long getLong(ByteBuffer buffer, int offset) {
    return (long) LONG.getAcquire(buffer, offset);
  }

  /** Adds to a word and returns its previous value. */
  public static long addLong(ByteBuffer buffer, int offset, long delta) {
    return (long) LONG.getAndAdd(buffer, offset, delta);
  }

  public static void addInt(ByteBuffer buffer, int offset, int delta) {
    int unused = (int) INT.getAndAdd(buffer, offset, delta);
  }

  public static void maxLong(ByteBuffer buffer, int offset, long value) {
    long seen = getLong(buffer, offset);
    while (value > seen && !(boolean) LONG.compareAndSet(buffer, offset, seen, value)) {
      seen = getLong(buffer, offset);
    }
  }
}
