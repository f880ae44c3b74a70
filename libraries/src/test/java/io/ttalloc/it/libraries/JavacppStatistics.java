package io.ttalloc.it.libraries;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * Opens pointers at random, closes some of them, in any of the possible ways, and keeps the others.
 * Prints the number and total size of the pointers that it keeps, as counted by JavaCPP.
 */
final class JavacppStatistics {
  private static final int STEPS = 500;
  private static final int MAX_ELEMENTS = 1_000;
  private static final List<Pointer> KEPT = new ArrayList<>();

  private JavacppStatistics() {}

  public static void main(String[] args) {
    Random random = new Random(Long.parseLong(args[0]));
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(10) == 0) {
        try (PointerScope scope = new PointerScope()) {
          step(random);
          if (random.nextBoolean()) {
            scope.deallocate();
          }
        }
      } else {
        step(random);
      }
    }
    System.out.println(Pointer.totalCount() + " " + Pointer.totalBytes());
  }

  private static void step(Random random) {
    Pointer pointer = opened(random, 1 + random.nextInt(MAX_ELEMENTS));
    switch (random.nextInt(5)) {
      case 0 -> pointer.close();
      case 1 -> pointer.deallocate();
      case 2 -> pointer.retainReference().retainReference().releaseReference();
      case 3 -> new IntPointer(pointer).close(); // also closes the viewed pointer
      default -> {}
    }
    KEPT.add(pointer);
  }

  private static Pointer opened(Random random, int elements) {
    return switch (random.nextInt(3)) {
      case 0 -> new BytePointer(elements);
      case 1 -> new IntPointer(elements);
      default -> new DoublePointer(elements);
    };
  }
}
