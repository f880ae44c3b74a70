package io.ttalloc.probe.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Raw stacks in the format of current JVMs, and in formats that no JVM uses yet. */
class RawStacksTest {
  private static final int CHUNK = 32;

  /** The ways in which a JVM stores a chunk. */
  private enum Layout {
    /** The layout of JDK 17 and 25. */
    WITH_NAMES,
    /** Without the names of methods. */
    WITHOUT_NAMES,
    /** Without names, and with the link at the end. */
    LINK_LAST;

    int next() {
      return this == WITHOUT_NAMES ? 3 : 4;
    }

    Object[] chunk(int from, int frames, Object @Nullable [] next) {
      short[] methods = new short[CHUNK];
      int[] indexes = new int[CHUNK];
      Object[] mirrors = new Object[CHUNK];
      for (int i = 0; i < frames; i++) {
        methods[i] = (short) (from + i);
        indexes[i] = from + i;
        mirrors[i] = i % 2 == 0 ? String.class : Object.class;
      }
      return switch (this) {
        case WITH_NAMES -> new Object[] {methods, indexes, mirrors, new long[CHUNK], next, null};
        case WITHOUT_NAMES -> new Object[] {methods, indexes, mirrors, next, null};
        case LINK_LAST -> new Object[] {methods, indexes, mirrors, "hidden", next};
      };
    }

    /** A stack whose frames are numbered from 0, except the last one. */
    Object[] stack(int frames, int last) {
      Object[] next = null;
      for (int from = (frames - 1) / CHUNK * CHUNK; from >= 0; from -= CHUNK) {
        int filled = Math.min(CHUNK, frames - from);
        next = chunk(from, filled, next);
        if (from + filled == frames) {
          ((int[]) next[1])[filled - 1] = last;
        }
      }
      return next == null ? new Object[0] : next;
    }
  }

  static Stream<Layout> layouts() {
    return Stream.of(Layout.values());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void findsTheNextChunkWhateverElseAChunkHas(Layout layout) {
    assertThat(RawStacks.nextIndex(layout.stack(40, 1))).isEqualTo(layout.next());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void distinguishesStacksByTheirOutermostFrame(Layout layout) {
    for (int frames : new int[] {1, 8, 32, 33, 40, 64, 72}) {
      long key = RawStacks.key(layout.stack(frames, 1), layout.next());
      assertThat(RawStacks.key(layout.stack(frames, 1), layout.next())).isEqualTo(key);
      assertThat(RawStacks.key(layout.stack(frames, 2), layout.next())).isNotEqualTo(key);
      assertThat(RawStacks.key(layout.stack(frames + 1, 1), layout.next())).isNotEqualTo(key);
    }
  }

  @Test
  void theKeyOfAStackDoesNotDependOnTheLayout() {
    long key = RawStacks.key(Layout.WITH_NAMES.stack(72, 1), 4);
    assertThat(RawStacks.key(Layout.WITHOUT_NAMES.stack(72, 1), 3)).isEqualTo(key);
  }

  @Test
  void doesNotReadWhatItDoesNotKnow() {
    Object[] known = Layout.WITH_NAMES.chunk(0, CHUNK, null);
    Object[] swapped = {new int[CHUNK], new short[CHUNK], new Object[CHUNK], known};
    Object[] packed = {new long[CHUNK], new Object[CHUNK], known};
    Object[] twoLinks = {new short[CHUNK], new int[CHUNK], new Object[CHUNK], known, known};
    assertThat(RawStacks.nextIndex(swapped)).isZero();
    assertThat(RawStacks.nextIndex(packed)).isZero();
    assertThat(RawStacks.nextIndex(twoLinks)).isZero();
    assertThat(RawStacks.nextIndex(known)).as("no second chunk").isZero();
    assertThat(RawStacks.nextIndex(new long[CHUNK])).isZero();
    assertThat(RawStacks.nextIndex(null)).isZero();
  }
}
