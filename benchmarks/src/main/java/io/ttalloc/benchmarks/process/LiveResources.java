package io.ttalloc.benchmarks.process;

import java.lang.management.ManagementFactory;

/**
 * Opens resources from many stacks, keeps them all, prints the size of the heap and the times of
 * the collections, and halts as if it had been killed. Each line of standard output is a name,
 * {@code =} and a number.
 */
public final class LiveResources {
  private static final int WARM_UP_COLLECTIONS = 2;

  private final int stacks;

  private LiveResources(int stacks) {
    this.stacks = stacks;
  }

  /** Arguments: the numbers of resources, stacks and collections. */
  public static void main(String[] args) {
    int count = Integer.parseInt(args[0]);
    LiveResources opener = new LiveResources(Integer.parseInt(args[1]));
    LiveResource[] held = new LiveResource[count];
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      held[i] = opener.open(i);
    }
    print("open.nanos", (System.nanoTime() - start) / Math.max(1, count));
    for (int i = 0; i < WARM_UP_COLLECTIONS; i++) {
      System.gc();
    }
    print("used.bytes", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      long before = System.nanoTime();
      System.gc();
      print("collection.nanos", System.nanoTime() - before);
    }
    // This also keeps the resources reachable until here.
    print("held", held.length);
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void print(String name, long value) {
    System.out.println(name + "=" + value);
  }

  /** Opens a resource. The binary digits of the stack's number select the methods on the stack. */
  private LiveResource open(int id) {
    int stack = id % stacks;
    int digits = 32 - Integer.numberOfLeadingZeros(stacks - 1);
    return descend(stack, digits, id);
  }

  private static LiveResource descend(int stack, int digits, int id) {
    if (digits == 0) {
      return new LiveResource(id);
    }
    return (stack & 1) == 0 ? left(stack, digits, id) : right(stack, digits, id);
  }

  private static LiveResource left(int stack, int digits, int id) {
    return descend(stack >>> 1, digits - 1, id);
  }

  private static LiveResource right(int stack, int digits, int id) {
    return descend(stack >>> 1, digits - 1, id);
  }
}
