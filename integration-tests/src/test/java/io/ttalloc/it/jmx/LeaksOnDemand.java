package io.ttalloc.it.jmx;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Leaves two handles open, and leaks more as files in the folder of its argument say. */
final class LeaksOnDemand {
  static final int OPENED = 5;
  static final int CLOSED = 3;
  static final int LOST = 4;

  static final String RULES =
      """
        - class: io.ttalloc.it.jmx.LeaksOnDemand$Handle
          type: handle
          open: [<init>]
          close: [close]
          bytes: size()
        - class: io.ttalloc.it.jmx.LeaksOnDemand$Item
          type: item
          open: [<init>]
          close: [close]
        - class: io.ttalloc.it.jmx.LeaksOnDemand$Box
          type: box
          open: [<init>]
          close: [close]
          scope: [fill]
      """;

  private static final List<Handle> KEPT = new ArrayList<>();
  private static long used;

  private LeaksOnDemand() {}

  public static void main(String[] args) {
    for (int i = 0; i < OPENED; i++) {
      KEPT.add(new Handle());
    }
    for (int i = 0; i < CLOSED; i++) {
      KEPT.remove(0).close();
    }
    System.out.println("opened");
    await(args[0], "lose");
    for (int i = 0; i < LOST; i++) {
      lose();
    }
    while (!Files.exists(Path.of(args[0], "orphan"))) {
      System.gc();
      LockSupport.parkNanos(10_000_000);
    }
    Box box = new Box();
    Item item = box.fill();
    box.close();
    await(args[0], "close");
    item.close();
    await(args[0], "end");
    System.out.println("used " + used);
  }

  private static void lose() {
    used += new Handle().size();
  }

  private static void await(String folder, String file) {
    while (!Files.exists(Path.of(folder, file))) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** What is lost. */
  static final class Handle implements AutoCloseable {
    static final long SIZE = 4_321;

    long size() {
      return SIZE;
    }

    @Override
    public void close() {}
  }

  /** What is orphaned. */
  static final class Item implements AutoCloseable {
    @Override
    public void close() {}
  }

  /** Owns an item. */
  static final class Box implements AutoCloseable {
    Item fill() {
      return new Item();
    }

    @Override
    public void close() {}
  }
}
