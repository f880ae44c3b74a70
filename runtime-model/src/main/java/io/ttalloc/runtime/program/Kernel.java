package io.ttalloc.runtime.program;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A kernel of a program: its source file, and the size of its code on each processor that it is
 * compiled for.
 *
 * <p>The model has no compiler. The code sizes are given as data, and compiling produces bytes that
 * depend only on the name of the source file, so that a binary can be recognized in device memory.
 *
 * @param source the source file
 * @param codeBytes the size of the code for each processor, in bytes
 */
public record Kernel(String source, List<Integer> codeBytes) {
  private static final int CODE_ALIGNMENT = 16;

  /** Copies the list. */
  public Kernel {
    codeBytes = List.copyOf(codeBytes);
  }

  /** A kernel for one data-movement processor. */
  public static Kernel dataMovement(String source, int codeBytes) {
    return new Kernel(source, List.of(codeBytes));
  }

  /** A kernel for the three compute processors: unpack, math and pack. */
  public static Kernel compute(String source, int unpack, int math, int pack) {
    return new Kernel(source, List.of(unpack, math, pack));
  }

  /** The size of the compiled kernel, in bytes. */
  public int binaryBytes() {
    return codeBytes.stream().mapToInt(Kernel::align).sum();
  }

  /** Compiles the kernel and returns the code of its processors, one after another. */
  byte[] compile() {
    byte[] binary = new byte[binaryBytes()];
    SplittableRandom code = new SplittableRandom(source.hashCode());
    for (int i = 0; i < binary.length; i++) {
      binary[i] = (byte) code.nextInt();
    }
    return binary;
  }

  private static int align(int bytes) {
    return (bytes + CODE_ALIGNMENT - 1) / CODE_ALIGNMENT * CODE_ALIGNMENT;
  }
}
