package io.ttalloc.corpus.owning;

import io.ttalloc.corpus.Leak;
import io.ttalloc.corpus.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * Buffers and views of them, all of one class. A view uses the memory of its buffer, and closing
 * the view frees nothing.
 */
public final class ViewsOfBuffers {
  static final String RULES =
      """
        - class: io.ttalloc.corpus.owning.ViewsOfBuffers$Buffer
          type: buffer
          open: [<init>]
          close: [close]
          bytes: sizeBytes()
          owns: ownsMemory
      """;

  private ViewsOfBuffers() {}

  static final class Memory {
    private int free = 1 << 20;

    void take(int bytes) {
      free -= bytes;
    }

    void giveBack(int bytes) {
      free += bytes;
    }

    int used() {
      return (1 << 20) - free;
    }
  }

  static final class Buffer implements AutoCloseable {
    private final Memory memory;
    private final int sizeBytes;
    private final boolean ownsMemory;

    private Buffer(Memory memory, int sizeBytes, boolean ownsMemory) {
      this.memory = memory;
      this.sizeBytes = sizeBytes;
      this.ownsMemory = ownsMemory;
      if (ownsMemory) {
        memory.take(sizeBytes);
      }
    }

    static Buffer allocate(Memory memory, int sizeBytes) {
      return new Buffer(memory, sizeBytes, true);
    }

    Buffer view(int viewBytes) {
      return new Buffer(memory, viewBytes, false);
    }

    int sizeBytes() {
      return sizeBytes;
    }

    @Override
    public void close() {
      if (ownsMemory) {
        memory.giveBack(sizeBytes);
      }
    }
  }

  /** Releases a message after its fields have been parsed. */
  interface Release {
    void release(Buffer message, List<Buffer> fields);
  }

  static void parseAll(Release release) {
    Memory memory = new Memory();
    int bytes = 0;
    for (int i = 0; i < 16; i++) {
      Buffer message = Buffer.allocate(memory, 300);
      List<Buffer> fields = split(message);
      bytes += fields.stream().mapToInt(Buffer::sizeBytes).sum();
      release.release(message, fields);
    }
    System.out.println(bytes + " B parsed, " + memory.used() + " B still used");
  }

  static List<Buffer> split(Buffer message) {
    List<Buffer> fields = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      fields.add(message.view(message.sizeBytes() / 3));
    }
    return fields;
  }

  @Truth(
      why =
          "the three views of each message are closed, which frees nothing, and the message itself is not",
      leaks = @Leak(type = "buffer", count = 16, openedAt = "ViewsOfBuffers.parseAll"))
  public static final class Leaking {
    public static void main(String[] args) {
      parseAll((message, fields) -> fields.forEach(Buffer::close));
    }
  }

  @Truth(why = "views and messages are closed, the views first")
  public static final class Mended {
    public static void main(String[] args) {
      parseAll(
          (message, fields) -> {
            fields.forEach(Buffer::close);
            message.close();
          });
    }
  }
}
