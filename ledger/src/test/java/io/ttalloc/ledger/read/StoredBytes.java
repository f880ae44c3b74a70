package io.ttalloc.ledger.read;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of a file that is written one store at a time. A test can let the writer die between
 * any two stores.
 */
public class StoredBytes {
  private byte[] content = new byte[0];
  private int budget = Integer.MAX_VALUE;
  private boolean tearing;

  /** Appends zeros. */
  public final void grow(int bytes) {
    content = Arrays.copyOf(content, content.length + bytes);
  }

  /**
   * Makes the writer die after it has stored the given number of further bytes.
   *
   * @param tearing whether the writer may die inside a word, although no processor splits a store
   */
  public final void dieAfter(int stored, boolean tearing) {
    budget = stored;
    this.tearing = tearing;
  }

  public final boolean isDead() {
    return budget == 0;
  }

  public final void putShort(int at, int value) {
    store(at, word(value, Short.BYTES));
  }

  public final void putInt(int at, int value) {
    store(at, word(value, Integer.BYTES));
  }

  public final void putLong(int at, long value) {
    store(at, word(value, Long.BYTES));
  }

  /** The low bytes of a value, lowest byte first. */
  private static byte[] word(long value, int size) {
    byte[] word = new byte[size];
    for (int i = 0; i < size; i++) {
      word[i] = (byte) (value >>> (i * Byte.SIZE));
    }
    return word;
  }

  public final void store(int at, byte[] word) {
    if (word.length > budget && !tearing) {
      budget = 0;
    }
    int length = Math.min(word.length, budget);
    System.arraycopy(word, 0, content, at, length);
    budget -= budget == Integer.MAX_VALUE ? 0 : length;
  }

  public final byte[] toBytes() {
    return content.clone();
  }

  public final Path writeTo(Path file) throws IOException {
    return Files.write(file, content);
  }
}
