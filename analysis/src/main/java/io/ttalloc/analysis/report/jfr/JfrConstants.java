package io.ttalloc.analysis.report.jfr;

import io.ttalloc.analysis.report.Index;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of constants that events refer to by number, starting with 1; 0 means none. Not
 * thread-safe.
 *
 * <p>The fields have the same order as in the JVM's own recordings, since async-profiler's reader
 * relies on that order. Data that the ledger does not contain is absent: class loaders, modules,
 * thread ids, parameters of methods.
 */
final class JfrConstants {
  /** These numbers are defined by async-profiler's reader. */
  private static final int FRAME_JAVA = 1;

  private static final int FRAME_NATIVE = 3;

  /** The line of a {@link Frame} in a native method. */
  private static final int NATIVE_LINE = -2;

  /**
   * The descriptor of every method: readers require one, but the ledger does not record parameters.
   */
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

  /** The number of tables written so far. */
  private int count;

  /** Writes a text as its number in the table. */
  void text(JfrBytes out, @Nullable String text) {
    if (text == null || text.isEmpty()) {
      out.text(text);
    } else {
      out.constantText(1L + texts.of(text));
    }
  }

  /**
   * Returns the number of a stack, given its frames, innermost first; 0 for an empty stack.
   *
   * <p>Frames refer to methods, which become constants when the stack is written.
   */
  long stack(List<Frame> frames) {
    return frames.isEmpty() ? 0 : 1L + stacks.of(frames);
  }

  /** Returns the number of a class, given its name with dots; 0 for an empty name. */
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

  /** Returns the number of a thread, given its name; 0 for null. */
  long thread(@Nullable String name) {
    return name == null ? 0 : 1L + threads.of(name);
  }

  private long packageOf(String name) {
    return 1L + packages.of(name);
  }

  private long symbol(String name) {
    return name.isEmpty() ? 0 : 1L + symbols.of(name);
  }

  /** Returns all tables as bytes. */
  JfrBytes written() {
    JfrBytes tables = new JfrBytes();
    count = 0;
    // Tables that refer to others are written before the tables to which they refer.
    stacks(tables);
    methods(tables);
    classes(tables);
    packages(tables);
    texts(tables, JfrType.SYMBOL, symbols);
    threads(tables);
    frameTypes(tables);
    texts(tables, JfrType.TEXT, texts);
    JfrBytes event = new JfrBytes();
    event.number(1); // the event type of constants
    event.number(0); // the start of the recording
    event.number(0); // its duration
    event.number(0); // no further events of constants
    event.flag(true); // a complete table
    event.number(count);
    return event.followedBy(tables);
  }

  private void stacks(JfrBytes out) {
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
        out.number(0); // no bytecode index
        out.number(frame.line() == NATIVE_LINE ? FRAME_NATIVE : FRAME_JAVA);
      }
    }
  }

  private void methods(JfrBytes out) {
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
  }

  private void classes(JfrBytes out) {
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
  }

  private void packages(JfrBytes out) {
    begin(out, JfrType.PACKAGE, packages);
    long number = 1;
    for (String name : packages.values()) {
      out.number(number++);
      out.number(symbol(name.replace('.', '/')));
      out.number(0); // its module
      out.flag(true); // exported
    }
  }

  private void threads(JfrBytes out) {
    begin(out, JfrType.THREAD, threads);
    long number = 1;
    for (String name : threads.values()) {
      out.number(number);
      out.text(VisibleText.of(name));
      out.number(0); // the operating system's thread id
      out.text(VisibleText.of(name));
      // Readers treat threads with the same id as one thread. The real ids are unknown, so number
      // the threads.
      out.number(number++);
    }
  }

  private void frameTypes(JfrBytes out) {
    out.number(JfrType.FRAME_TYPE.id());
    out.number(2);
    out.number(FRAME_JAVA);
    out.text("Java");
    out.number(FRAME_NATIVE);
    out.text("Native");
    count++;
  }

  private void texts(JfrBytes out, JfrType type, Index<String> table) {
    begin(out, type, table);
    long number = 1;
    for (String text : table.values()) {
      out.number(number++);
      out.text(VisibleText.of(text)); // names may contain any characters
    }
  }

  /** Begins a table, unless the table is empty: an empty table must be omitted. */
  private void begin(JfrBytes out, JfrType type, Index<?> table) {
    if (!table.values().isEmpty()) {
      count++;
      out.number(type.id());
      out.number(table.values().size());
    }
  }
}
