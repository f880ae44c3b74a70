package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs with an arena each. Closing the arena frees the blocks allocated from it, which have no
 * close method.
 */
public final class FailedJobKeepsArena {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.FailedJobKeepsArena$Arena
          type: arena
          open: [<init>]
          close: [close]
          scope: [allocate]
          frees-owned: true
        - class: io.ttalloc.corpus.owning.FailedJobKeepsArena$Block
          type: block
          open: [<init>]
          bytes: sizeBytes()
      """;

  private FailedJobKeepsArena() {}

  static final class Arena implements AutoCloseable {
    private final List<Block> blocks = new ArrayList<>();
    private boolean closed;

    Block allocate(int sizeBytes) {
      if (closed) {
        throw new IllegalStateException("the arena is closed");
      }
      Block block = new Block(sizeBytes);
      blocks.add(block);
      return block;
    }

    @Override
    public void close() {
      closed = true;
      blocks.clear();
    }
  }

  static final class Block {
    private final int sizeBytes;

    Block(int sizeBytes) {
      this.sizeBytes = sizeBytes;
    }

    int sizeBytes() {
      return sizeBytes;
    }
  }

  static void fill(Arena arena, int job) {
    int bytes = 0;
    for (int i = 1; i <= 4; i++) {
      bytes += arena.allocate(i * 64).sizeBytes();
    }
    if (job % 9 == 4) {
      throw new ArithmeticException("job " + job + " diverges after " + bytes + " B");
    }
  }

  @Truth(
      why =
          "a job that diverges throws before its arena is closed, so the arena and its four blocks stay",
      leaks = {
        @Leak(type = "arena", count = 3, openedAt = "FailedJobKeepsArena$Leaking.run"),
        @Leak(type = "block", count = 12, openedAt = "FailedJobKeepsArena.fill")
      })
  public static final class Leaking {
    public static void main(String[] args) {
      for (int job = 0; job < 25; job++) {
        try {
          run(job);
        } catch (ArithmeticException e) {
          System.out.println(e.getMessage());
        }
      }
    }

    static void run(int job) {
      Arena arena = new Arena();
      fill(arena, job);
      arena.close();
    }
  }

  @Truth(
      why =
          "each arena is closed whatever its job throws, and closing it frees the blocks that were not closed one by one")
  public static final class Mended {
    public static void main(String[] args) {
      for (int job = 0; job < 25; job++) {
        try {
          run(job);
        } catch (ArithmeticException e) {
          System.out.println(e.getMessage());
        }
      }
    }

    static void run(int job) {
      try (Arena arena = new Arena()) {
        fill(arena, job);
      }
    }
  }
}
