package io.ttalloc.it.watched;

import io.ttalloc.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Opens, closes and loses lanes, and prints how many. Continues when the test allows it. */
final class CountingProgram {
  /** The rules that track lanes. */
  static final String RULES =
      """
        - class: io.ttalloc.it.watched.CountingProgram$Lane
          type: lane
          open: [<init>]
          close: [close]
          bytes: bytes()
          device: device()
          space: space()
      """;

  static final long BYTES = 64;

  private static final List<Lane> OPEN = new ArrayList<>();

  private CountingProgram() {}

  public static void main(String[] args) throws IOException {
    int number = Integer.parseInt(args[0]);
    int opened = 100 * number;
    for (int i = 0; i < opened; i++) {
      open();
    }
    int closed = 7 * number;
    for (int i = 0; i < closed; i++) {
      OPEN.remove(0).close();
    }
    lose(number);
    opened += number;
    System.gc();
    say("stands still", opened, closed, number);
    Await.until(() -> Files.exists(Path.of(args[1])));
    open();
    OPEN.remove(0).close();
    say("goes on", opened + 1, closed + 1, number);
  }

  private static void say(String when, int opened, int closed, int lost) {
    System.out.println(when + " opened " + opened + " closed " + closed + " lost " + lost);
  }

  private static void open() {
    OPEN.add(new Lane());
  }

  private static void lose(int count) {
    IntStream.range(0, count).forEach(i -> new Lane());
  }

  static final class Lane implements AutoCloseable {
    long bytes() {
      return BYTES;
    }

    int device() {
      return 0;
    }

    String space() {
      return "DRAM";
    }

    @Override
    public void close() {}
  }
}
