package io.ttalloc.agent.log;

import io.ttalloc.text.VisibleText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The standard error stream that the process was started with. Thread-safe; a line is one write.
 * After the first use, writing bytes allocates nothing.
 */
public final class Console {
  /** Never closed, since the descriptor belongs to the whole process. */
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  private static final int STACK_BYTES = 1 << 18;
  private static final int MAX_COPIES = 50;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final TimedStreamWriter AT_THE_END =
      new TimedStreamWriter(STDERR, PATIENCE_NANOS, System::nanoTime);

  private static final Thread WRITER = writer();

  private static volatile boolean ending;

  /** Also receives the lines while they are copied; null otherwise. */
  private static volatile @Nullable List<String> copies;

  /** The mistakes that a thread holds back; null if none does. */
  private static volatile @Nullable Held held;

  private record Held(Thread by, List<String> mistakes) {}

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
   * Loads this class, which makes a thread: a security manager, which the application may install
   * later, may forbid that.
   */
  public static void prepare() {
    // Loads the code that words the reason now, since loading it then may be forbidden as well.
    if (!Reason.of(new SecurityException()).isEmpty()) {
      write(new byte[0]);
    }
  }

  /**
   * Bounds the wait for the reader of standard error from now on, so that the process can end: when
   * nothing could be written for 2 s, that text and all later ones are discarded. Does nothing if
   * there is no memory for the thread that this takes.
   */
  public static synchronized void beginEnd() {
    if (ending) {
      return;
    }
    try {
      WRITER.start();
      ending = true;
    } catch (OutOfMemoryError | StackOverflowError e) {
      // Writers keep waiting without a bound.
    }
  }

  /**
   * When a text was last handed over or a piece of it last written, on the clock of
   * System.nanoTime.
   */
  public static long progressNanos() {
    return AT_THE_END.progressNanos();
  }

  /** Writes one line that starts with the name of the tool, whatever the message holds. */
  public static void line(String message) {
    write(asLine(message));
    List<String> too = copies;
    if (too != null && too.size() < MAX_COPIES) {
      too.add(message);
    }
  }

  /**
   * Writes one line about a mistake of the user, unless this thread holds mistakes back.
   *
   * @param what where it is, what was found and what was expected
   * @param consequence what happens because of it
   */
  public static void mistake(String what, String consequence) {
    Held now = held;
    if (now != null && now.by == Thread.currentThread()) {
      now.mistakes.add(what);
    } else {
      line(what + "; " + consequence);
    }
  }

  /**
   * Adds the messages of further lines to a list, too.
   *
   * @param list thread-safe; gets {@value #MAX_COPIES} at most; null ends it
   */
  public static void copyTo(@Nullable List<String> list) {
    copies = list;
  }

  /**
   * Gives this thread's further mistakes to a list, without their consequences, instead of writing
   * them.
   *
   * @param list null ends it
   */
  public static void hold(@Nullable List<String> list) {
    held = list == null ? null : new Held(Thread.currentThread(), list);
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
      // Standard error is closed.
    }
  }
}
