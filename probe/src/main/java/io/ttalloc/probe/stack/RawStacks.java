package io.ttalloc.probe.stack;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * Computes keys of stacks from the data that the JVM stores in a Throwable, without resolving
 * frames.
 *
 * <p>{@code Throwable.backtrace} is a chain of chunks of 32 frames. A chunk starts with {@code
 * short[]} method numbers, {@code int[]} bytecode indexes and {@code Object[]} class mirrors. The
 * index of the link to the next chunk differs between JDK versions: JDK 17 and 25 have the names of
 * methods before the link, as {@code long[]}; later versions do not (JDK-8384600). Filling the
 * Throwable is most of the cost of an event; hashing it costs a tenth of resolving it. None of this
 * is specified, so {@link #selfTest} checks at start whether the keys work in this JVM, with stacks
 * that differ only beyond the first and beyond the second chunk; if they do not, callers use
 * resolved frames.
 *
 * <p>A key is a 64-bit hash; two stacks with equal keys count as one. Class mirrors contribute
 * their identity hashes, so two frames that differ only in the class are distinguished with a
 * probability of 1 - 2^-31.
 */
public final class RawStacks {
  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long K = 0x9E3779B97F4A7C15L;
  private static final int METHODS = 0;
  private static final int INDEXES = 1;
  private static final int MIRRORS = 2;

  private static final long BACKTRACE = offset();

  /**
   * The index of the link to the next chunk within a chunk; 0 if it is unknown, in which case keys
   * cannot be computed.
   */
  private static int next;

  private RawStacks() {}

  private static long offset() {
    try {
      return UNSAFE.objectFieldOffset(Throwable.class, "backtrace");
    } catch (InternalError e) {
      return -1;
    }
  }

  /** The key of the stack in a Throwable. May be called only after the self-test has passed. */
  static long key(Throwable filled) {
    return key((Object[]) UNSAFE.getReference(filled, BACKTRACE), next);
  }

  /**
   * The key of a chain of chunks.
   *
   * @param first the first chunk; null if the stack has no frames
   * @param nextIndex the index of the link to the next chunk within a chunk
   */
  static long key(Object @Nullable [] first, int nextIndex) {
    Object[] chunk = first;
    long even = K;
    long odd = 1;
    while (chunk != null) {
      short[] methods = (short[]) chunk[METHODS];
      int[] indexes = (int[]) chunk[INDEXES];
      Object[] mirrors = (Object[]) chunk[MIRRORS];
      int length = methods.length;
      for (int i = 0; i < length; i++) {
        Object mirror = mirrors[i];
        if (mirror == null) {
          return mix(even, odd);
        }
        // Two independent hashes, so that one multiplication does not wait for the other.
        even = (even ^ (indexes[i] | (long) methods[i] << 32)) * K;
        odd = (odd + System.identityHashCode(mirror)) * K;
        odd ^= odd >>> 29;
      }
      chunk = (Object[]) chunk[nextIndex];
    }
    return mix(even, odd);
  }

  private static long mix(long even, long odd) {
    long key = (even ^ even >>> 32) * K + odd;
    key ^= key >>> 29;
    // 0 marks an empty place in the cache.
    return key == 0 ? K : key;
  }

  /** Whether keys can be computed in this JVM; must be called once before {@link #key}. */
  public static boolean selfTest() {
    try {
      next = BACKTRACE < 0 ? 0 : nextIndex(UNSAFE.getReference(deep(40, true), BACKTRACE));
      return next != 0 && distinguishes(8) && distinguishes(40) && distinguishes(72);
    } catch (RuntimeException | LinkageError e) {
      next = 0;
      return false;
    }
  }

  /**
   * Finds the index at which a chunk contains the link to the next chunk.
   *
   * @param backtrace the backtrace of a stack with more frames than fit into one chunk
   * @return 0 if the layout is not one that {@link #key} can read
   */
  static int nextIndex(@Nullable Object backtrace) {
    if (!(backtrace instanceof Object[] chunk) || !isChunk(chunk)) {
      return 0;
    }
    int found = 0;
    for (int i = MIRRORS + 1; i < chunk.length; i++) {
      if (chunk[i] instanceof Object[] link && isChunk(link)) {
        if (found != 0) {
          return 0;
        }
        found = i;
      }
    }
    return found;
  }

  private static boolean isChunk(Object[] chunk) {
    return chunk.length > MIRRORS + 1
        && chunk[METHODS] instanceof short[]
        && chunk[INDEXES] instanceof int[]
        && chunk[MIRRORS] instanceof Object[];
  }

  /**
   * Whether stacks that differ only beyond this depth have different keys, and equal stacks have
   * equal keys.
   */
  private static boolean distinguishes(int depth) {
    long[] left = new long[2];
    long[] right = new long[2];
    for (int i = 0; i < 2; i++) {
      left[i] = key(deep(depth, true));
      right[i] = key(deep(depth, false));
    }
    return left[0] == left[1] && right[0] == right[1] && left[0] != right[0];
  }

  private static Throwable deep(int depth, boolean left) {
    return left ? left(depth) : right(depth);
  }

  private static Throwable left(int depth) {
    return down(depth);
  }

  private static Throwable right(int depth) {
    return down(depth);
  }

  private static Throwable down(int depth) {
    return depth == 0 ? new Throwable() : down(depth - 1);
  }
}
