package io.ttalloc.ledger.mapped;

import java.nio.MappedByteBuffer;
import java.util.Arrays;

/** The key of a record whose payload starts with the given numbers; counters may follow. */
public final class NumbersKey extends RecordIndex.Key {
  private final int[] numbers;
  private final int length;

  /**
   * @param length the length of the payload in bytes; everything after the numbers is 0 in a new
   *     record
   */
  public NumbersKey(int length, int... numbers) {
    super(Arrays.hashCode(numbers));
    this.numbers = numbers;
    this.length = length;
  }

  /** The key of a record that consists of these numbers. */
  public static NumbersKey whole(int... numbers) {
    return new NumbersKey(numbers.length * Integer.BYTES, numbers);
  }

  @Override
  protected int length() {
    return length;
  }

  @Override
  protected boolean matches(MappedByteBuffer segment, int at, int found) {
    if (found != length) {
      return false;
    }
    for (int i = 0; i < numbers.length; i++) {
      if (segment.getInt(at + i * Integer.BYTES) != numbers[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected void write(MappedByteBuffer segment, int at) {
    for (int i = 0; i < numbers.length; i++) {
      segment.putInt(at + i * Integer.BYTES, numbers[i]);
    }
  }
}
