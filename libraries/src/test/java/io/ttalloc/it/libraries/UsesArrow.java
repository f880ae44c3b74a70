package io.ttalloc.it.libraries;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ReferenceManager;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;

/**
 * Retains, releases and passes on Arrow buffers at random, in every way, and prints the root
 * allocator's information about the buffers that are left.
 */
final class UsesArrow {
  private static final int BUFFERS = 30;
  private static final int ROUNDS = 400;

  private static final BufferAllocator ROOT = new RootAllocator();
  private static final List<BufferAllocator> ALLOCATORS =
      List.of(
          ROOT,
          ROOT.newChildAllocator("first", 0, Long.MAX_VALUE),
          ROOT.newChildAllocator("second", 0, Long.MAX_VALUE));

  /** Keeps the open buffers. */
  private static final List<ArrowBuf> HELD = new ArrayList<>();

  private UsesArrow() {}

  public static void main(String[] args) {
    Random random = new Random(4711);
    for (int round = 0; round < ROUNDS; round++) {
      while (HELD.size() < BUFFERS) {
        HELD.add(ALLOCATORS.get(random.nextInt(ALLOCATORS.size())).buffer(100));
      }
      ArrowBuf buffer = HELD.get(random.nextInt(HELD.size()));
      change(buffer, ALLOCATORS.get(random.nextInt(ALLOCATORS.size())), random.nextInt(12));
      HELD.removeIf(each -> each.refCnt() == 0);
    }
    System.out.println(ROOT.toVerboseString());
  }

  private static void change(ArrowBuf buffer, BufferAllocator other, int how) {
    ReferenceManager references = buffer.getReferenceManager();
    switch (how) {
      case 0 -> references.retain();
      case 1 -> references.retain(3);
      case 2 -> {
        if (buffer.refCnt() > 2) {
          references.release(2);
        }
      }
      case 3 -> buffer.slice(0, 1).getReferenceManager().retain();
      case 4 -> buffer.slice(0, 1).close();
      case 5 -> HELD.add(references.retain(buffer, other));
      case 6 -> HELD.add(references.transferOwnership(buffer, other).getTransferredBuffer());
      case 7 -> HELD.addAll(List.of(vector(other).getBuffers(true)));
      default -> buffer.close();
    }
  }

  /** Returns a vector whose two buffers are slices of one buffer. */
  private static IntVector vector(BufferAllocator allocator) {
    IntVector vector = new IntVector("vector", allocator);
    vector.allocateNew(10);
    vector.setValueCount(10);
    return vector;
  }
}
