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
 * The standard error stream with which the process was started. Thread-safe; each line is a single
 * write, except long lines at the end of the process. After the first use, writing bytes allocates
 * nothing.
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

  /** Receives a copy of each line; null if lines are not copied. */
  private static volatile @Nullable List<String> copies;

  /** The mistakes that a thread collects instead of printing them; null if no thread does. */
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
   * Loads this class, which creates a thread: a security manager that the application installs
   * later may forbid that.
   */
  public static void prepare() {
    // Also loads the code that formats the reason, since loading it later may be forbidden as well.
    if (!Reason.of(new SecurityException()).isEmpty()) {
      write(new byte[0]);
    }
  }

  /**
   * Limits the wait for the reader of standard error from now on, so that the process can end: if
   * nothing can be written for 2 s, the text being written and all later text are discarded. Does
   * nothing if there is too little memory to start the thread that writes.
   */
  public static synchronized void beginEnd() {
    if (ending) {
      return;
    }
    try {
      WRITER.start();
      ending = true;
    } catch (OutOfMemoryError | StackOverflowError e) {
      // Writers keep waiting without a limit.
    }
  }

  /**
   * The value of {@code System.nanoTime} when text was last passed in or a piece of it was last
   * written.
   */
  public static long progressNanos() {
    return AT_THE_END.progressNanos();
  }

  /** Writes one line that starts with the name of the tool, whatever the message contains. */
  public static void line(String message) {
    write(asLine(message));
    List<String> too = copies;
    if (too != null && too.size() < MAX_COPIES) {
      too.add(message);
    }
  }

  /**
   * Writes one line about a mistake of the user, unless this thread collects mistakes.
   *
   * @param what where the mistake is, what was found and what was expected
   * @param consequence what happens because of the mistake
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
   * From now on, also adds the message of each line to a list.
   *
   * @param list a thread-safe list, which receives at most {@value #MAX_COPIES} messages; null to
   *     stop
   */
  public static void copyTo(@Nullable List<String> list) {
    copies = list;
  }

  /**
   * From now on, collects the mistakes that this thread reports in a list, without their
   * consequences, instead of printing them.
   *
   * @param list null to stop
   */
  public static void hold(@Nullable List<String> list) {
    held = list == null ? null : new Held(Thread.currentThread(), list);
  }

  /**
   * Formats a message as a single line that starts with the name of the tool, whatever the message
   * contains.
   */
  public static String asLine(String message) {
    return "tt-alloc: " + VisibleText.of(message) + "\n";
  }

  /** Writes text unchanged. */
  public static void write(String text) {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes unchanged. */
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
