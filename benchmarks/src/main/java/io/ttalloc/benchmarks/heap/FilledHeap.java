package io.ttalloc.benchmarks.heap;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program with a heap of a wanted size and a hundred open resources in a list, which dumps itself
 * and halts. A quarter of the objects are nodes, which are in an array and in a map by name; the
 * others are the names and what the map needs.
 */
public final class FilledHeap {
  private static final int OPEN = 100;
  private static final int OBJECTS_PER_NODE = 4;

  /** What is open. */
  public static final class Opened {
    private final int id;

    Opened(int id) {
      this.id = id;
    }

    /** What its rule calls its close, which nobody calls. */
    public int close() {
      return id;
    }
  }

  private record Node(int number) {}

  private static final List<Opened> LISTENERS = new ArrayList<>();
  private static final Map<String, Node> BY_NAME = new HashMap<>();

  private FilledHeap() {}

  /** Arguments: how many objects, and the file for the dump. */
  public static void main(String[] args) throws IOException {
    Node[] all = new Node[Integer.parseInt(args[0]) / OBJECTS_PER_NODE];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Node(i);
      BY_NAME.put("node number " + i, all[i]);
    }
    for (int i = 0; i < OPEN; i++) {
      LISTENERS.add(new Opened(i));
    }
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[1], true);
    System.out.println("nodes=" + all.length);
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
