package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.report.Index;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables to which events refer by numbers, from 1: 0 is nothing. Not thread-safe.
 *
 * <p>The fields have the same order as in the JVM's own recordings, on which async-profiler's
 * reader relies. What the ledger does not know is absent: class loaders, modules, ids of threads,
 * the parameters of methods.
 */
final class JfrConstants {
  /** async-profiler's reader knows these numbers. */
  private static final int FRAME_JAVA = 1;

  private static final int FRAME_NATIVE = 3;

  /** The line of a {@link Frame} in a native method. */
  private static final int NATIVE_LINE = -2;

  /** Readers need one, and the ledger does not know the parameters. */
  private static final String UNKNOWN_DESCRIPTOR = "()V";

  private static final int PUBLIC = 1;

  private record Method(long type, long name) {}

  private final Index<String> texts = new Index<>();
  private final Index<String> symbols = new Index<>();
  private final Index<String> packages = new Index<>();
  private final Index<String> classes = new Index<>();
  private final Index<Method> methods = new Index<>();
  private final Index<List<Frame>> stacks = new Index<>();
  private final Index<String> threads = new Index<>();

  /** Writes a text as its number. */
  void text(JfrBytes out, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      out.text(text);
    } else {
      out.constantText(1L + texts.of(text));
    }
  }

  /**
   * A stack, innermost first; 0 for an empty one.
   *
   * <p>Frames refer to methods; those become constants when the stack is written.
   */
  long stack(List<Frame> frames) {
    return frames.isEmpty() ? 0 : 1L + stacks.of(frames);
  }

  /** A class by its name with dots; 0 for an empty one. */
  long type(String className) {
    if (className.isEmpty()) {
      return 0;
    }
    int dot = className.lastIndexOf('.');
    if (dot > 0) {
      long unused = packageOf(className.substring(0, dot));
    }
    return 1L + classes.of(className);
  }

  /** A thread by its name; 0 for null. */
  long thread(@Nullable String name) {
    return name == null ? 0 : 1L + threads.of(name);
  }

  private long packageOf(String name) {
    return 1L + packages.of(name);
  }

  private long symbol(String name) {
    return name.isEmpty() ? 0 : 1L + symbols.of(name);
  }

  /**
   * Writes all tables.
   *
   * @param chunkNanos when the recording begins, in the clock of its events
   */
  JfrBytes written(long chunkNanos) {
    JfrBytes tables = new JfrBytes();
    int count = 0;
    // From those that refer to others to those that are referred to.
    count += stacks(tables);
    count += methods(tables);
    count += classes(tables);
    count += packages(tables);
    count += symbols(tables);
    count += threads(tables);
    count += frameTypes(tables);
    count += texts(tables);
    JfrBytes event = new JfrBytes();
    event.number(1); // an event of constants
    event.number(chunkNanos);
    event.number(0); // it takes no time
    event.number(0); // there are no further ones
    event.flag(true); // complete
    event.number(count);
    return event.followedBy(tables);
  }

  private int stacks(JfrBytes out) {
    begin(out, JfrType.STACK_TRACE, stacks);
    long number = 1;
    for (List<Frame> frames : stacks.values()) {
      out.number(number++);
      out.flag(frames.size() >= RecordLayout.MAX_FRAMES);
      out.number(frames.size());
      for (Frame frame : frames) {
        Method method = new Method(type(frame.className()), symbol(frame.method()));
        out.number(1L + methods.of(method));
        out.number(Math.max(0, frame.line()));
        out.number(0); // no index of the bytecode
        out.number(frame.line() == NATIVE_LINE ? FRAME_NATIVE : FRAME_JAVA);
      }
    }
    return written(stacks);
  }

  private int methods(JfrBytes out) {
    begin(out, JfrType.METHOD, methods);
    long number = 1;
    for (Method method : methods.values()) {
      out.number(number++);
      out.number(method.type());
      out.number(method.name());
      out.number(symbol(UNKNOWN_DESCRIPTOR));
      out.number(PUBLIC);
      out.flag(false); // not hidden
    }
    return written(methods);
  }

  private int classes(JfrBytes out) {
    begin(out, JfrType.CLASS, classes);
    long number = 1;
    for (String name : classes.values()) {
      int dot = name.lastIndexOf('.');
      out.number(number++);
      out.number(0); // its loader
      out.number(symbol(name.replace('.', '/')));
      out.number(dot > 0 ? packageOf(name.substring(0, dot)) : 0);
      out.number(PUBLIC);
    }
    return written(classes);
  }

  private int packages(JfrBytes out) {
    begin(out, JfrType.PACKAGE, packages);
    long number = 1;
    for (String name : packages.values()) {
      out.number(number++);
      out.number(symbol(name.replace('.', '/')));
      out.number(0); // its module
      out.flag(true); // exported
    }
    return written(packages);
  }

  private int symbols(JfrBytes out) {
    begin(out, JfrType.SYMBOL, symbols);
    long number = 1;
    for (String name : symbols.values()) {
      out.number(number++);
      out.text(VisibleText.of(name)); // class files may name things as they like
    }
    return written(symbols);
  }

  private int threads(JfrBytes out) {
    begin(out, JfrType.THREAD, threads);
    long number = 1;
    for (String name : threads.values()) {
      out.number(number);
      out.text(VisibleText.of(name));
      out.number(0); // the system's id
      out.text(VisibleText.of(name));
      // Readers take threads with one id for one thread. Real ids are not known; these are none.
      out.number(number++);
    }
    return written(threads);
  }

  private static int frameTypes(JfrBytes out) {
    out.number(JfrType.FRAME_TYPE.id());
    out.number(2);
    out.number(FRAME_JAVA);
    out.text("Java");
    out.number(FRAME_NATIVE);
    out.text("Native");
    return 1;
  }

  private int texts(JfrBytes out) {
    begin(out, JfrType.TEXT, texts);
    long number = 1;
    for (String text : texts.values()) {
      out.number(number++);
      out.text(VisibleText.of(text)); // it may be the application's
    }
    return written(texts);
  }

  /** Begins a table; an empty one must not be there at all. */
  private static void begin(JfrBytes out, JfrType type, Index<?> table) {
    if (written(table) > 0) {
      out.number(type.id());
      out.number(table.values().size());
    }
  }

  private static int written(Index<?> table) {
    return table.values().isEmpty() ? 0 : 1;
  }
}
