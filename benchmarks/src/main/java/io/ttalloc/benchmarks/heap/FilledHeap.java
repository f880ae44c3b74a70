package io.ttalloc.benchmarks.heap;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program with a heap of a given size and a hundred open resources in a list. It either dumps its
 * heap and halts, or ends without a dump.
 *
 * <p>With {@code small}, a quarter of the objects are nodes, which are kept in an array and, by
 * name, in a map; the others are these names and the internal objects of the map. With {@code
 * mixed}, the objects are orders with a few strings, a map of properties, a list of lines and some
 * bytes, as in a typical program.
 */
public final class FilledHeap {
  private static final int OPEN = 100;
  private static final int OBJECTS_PER_NODE = 4;
  private static final int OBJECTS_PER_ORDER = 26;
  private static final int LINES = 4;
  private static final int MAX_BYTES = 512;

  /** A resource that is still open when the program ends. */
  public static final class Opened {
    private final int id;

    Opened(int id) {
      this.id = id;
    }

    /** The method that closes this resource according to the rule; never called. */
    public int close() {
      return id;
    }
  }

  private record Node(int number) {}

  @SuppressWarnings("ArrayRecordComponent") // Never compared; it exists only to be dumped.
  private record Order(
      String name, Map<String, Object> properties, List<String> lines, byte[] data) {}

  private static final List<Opened> LISTENERS = new ArrayList<>();
  private static final Map<String, Node> BY_NAME = new HashMap<>();
  private static final Map<String, Order> ORDERS = new HashMap<>();

  private FilledHeap() {}

  /** Arguments: "small" or "mixed", the number of objects, and optionally the file for the dump. */
  public static void main(String[] args) throws IOException {
    int objects = Integer.parseInt(args[1]);
    Node[] all = args[0].equals("small") ? small(objects) : mixed(objects);
    for (int i = 0; i < OPEN; i++) {
      LISTENERS.add(new Opened(i));
    }
    if (args.length > 2) {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[2], true);
    }
    System.out.println("nodes=" + all.length);
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    System.out.println("used.bytes=" + (runtime.totalMemory() - runtime.freeMemory()));
    System.out.println("ending.millis=" + System.currentTimeMillis());
    System.out.flush();
    if (args.length > 2) {
      Runtime.getRuntime().halt(0);
    }
  }

  /** Writes the rules that track this program's resources to a folder. */
  static Path writeRules(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("rules.yaml"),
        """
        schema: tt-alloc-rules/1
        rules:
          - class: %s
            type: listener
            open: ["<init>"]
            close: [close]
        """
            .formatted(Opened.class.getName()));
  }

  private static Node[] small(int objects) {
    Node[] all = new Node[objects / OBJECTS_PER_NODE];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Node(i);
      BY_NAME.put("node number " + i, all[i]);
    }
    return all;
  }

  private static Node[] mixed(int objects) {
    for (int i = 0; i < objects / OBJECTS_PER_ORDER; i++) {
      Map<String, Object> properties = new HashMap<>();
      properties.put("customer", "customer number " + i % 1_000);
      properties.put("amount", (double) i);
      properties.put("id", (long) i << 8);
      List<String> lines = new ArrayList<>();
      for (int line = 0; line < LINES; line++) {
        lines.add("line " + line + " of order " + i + ": an article, its number and its price");
      }
      String name = "order-" + i;
      ORDERS.put(name, new Order(name, properties, lines, new byte[i * 31 % MAX_BYTES]));
    }
    return new Node[0];
  }
}
