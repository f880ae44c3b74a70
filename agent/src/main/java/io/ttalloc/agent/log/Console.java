package io.ttalloc.agent.log;

import io.ttalloc.yaml.VisibleText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Standard error as it was when the process started. Thread-safe; a line is one write. Once it has
 * been used, writing bytes allocates nothing.
 */
public final class Console {
  /** Never closed: the descriptor is the process's. */
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  private static final int STACK_BYTES = 1 << 18;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  // No lambda: whatever the end needs is there before it comes.
  private static final TimedStreamWriter AT_THE_END =
      new TimedStreamWriter(
          STDERR,
          PATIENCE_NANOS,
          new LongSupplier() {
            @Override
            public long getAsLong() {
              return System.nanoTime();
            }
          });

  private static final Thread WRITER = writer();

  private static volatile boolean ending;

  private Console() {}

  private static Thread writer() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread thread = new Thread(group, AT_THE_END, "tt-alloc-console", STACK_BYTES, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }

  /**
   * From now on nobody waits for ever for a reader of standard error: what cannot be written for 2
   * s, and all that follows, is given up. For the end of the process, which must come. If there is
   * no memory for the thread that this takes, everything stays as it was.
   */
  public static synchronized void beginEnd() {
    if (ending) {
      return;
    }
    try {
      WRITER.start();
      ending = true;
    } catch (OutOfMemoryError | StackOverflowError e) {
      // Then whoever writes waits.
    }
  }

  /** When the last text was given, or a piece of it got away last, as System.nanoTime tells. */
  public static long progressNanos() {
    return AT_THE_END.progressNanos();
  }

  /** Writes one line that starts with the name of the tool, whatever the message holds. */
  public static void line(String message) {
    write(asLine(message));
  }

  /** A line as it is written, whatever the message holds. */
  public static String asLine(String message) {
    return "tt-alloc: " + VisibleText.of(message) + "\n";
  }

  /** Writes text as it is. */
  public static void write(String text) {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes as they are. */
  public static void write(byte[] text) {
    if (ending) {
      AT_THE_END.write(text);
      return;
    }
    try {
      STDERR.write(text);
    } catch (IOException e) {
      // Standard error is closed: there is nobody left to tell.
    }
  }
}
