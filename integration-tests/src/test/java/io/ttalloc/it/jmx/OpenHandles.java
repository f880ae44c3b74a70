package io.ttalloc.it.jmx;

import io.ttalloc.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Leaves two handles open. Ends when the folder given as its argument contains a file {@code end}.
 */
final class OpenHandles {
  static final int OPENED = 5;
  static final int CLOSED = 3;

  static final String RULES =
      """
        - class: io.ttalloc.it.jmx.OpenHandles$Handle
          type: handle
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  private static final List<Handle> KEPT = new ArrayList<>();

  private OpenHandles() {}

  public static void main(String[] args) {
    for (int i = 0; i < OPENED; i++) {
      KEPT.add(new Handle());
    }
    for (int i = 0; i < CLOSED; i++) {
      KEPT.remove(0).close();
    }
    System.out.println("opened");
    Await.until(() -> Files.exists(Path.of(args[0], "end")));
  }

  /** A tracked resource. */
  static final class Handle implements AutoCloseable {
    static final long SIZE = 4_321;

    long size() {
      return SIZE;
    }

    @Override
    public void close() {}
  }
}
