package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.record.GuardRecord;
import io.ttalloc.ledger.record.LineRanges;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.Probe;
import java.io.Closeable;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * Records which frames of the live threads are inside try statements, and what the cleanup of these
 * statements uses: the resources that these frames would still have closed. Reads the class files
 * that class loaders find, and loads no class. JDK code is omitted.
 *
 * <p>Class loaders are application code, which may block or throw, so they are called on a separate
 * thread with a time limit. If no class file is found for a class, its frames are assumed to be
 * outside all try statements. A frame without a line number counts as inside every try statement of
 * its method.
 */
public final class FrameGuards {
  private static final int MAX_SUBTYPES = 64;

  /**
   * A row to be written to the ledger.
   *
   * @param number the number of the local variable that the cleanup uses; -1 if the row is for a
   *     class whose methods the cleanup calls in a loop
   * @param lines the lines at which the method may have obtained objects of that class, or the
   *     variable's object; null for any
   * @param made whether the method itself has created the variable's object
   * @param fromCall whether the method may have obtained the variable's object from a call, so that
   *     the object may not be new
   */
  record Row(
      String className,
      String method,
      int line,
      int number,
      @Nullable String type,
      @Nullable LineRanges lines,
      boolean made,
      boolean fromCall) {
    boolean each() {
      return number < 0;
    }
  }

  private final Instrumentation instrumentation;
  private volatile @Nullable List<Row> found;
  private volatile Class<?>[] loaded = {};

  /**
   * Creates an instance that has recorded nothing.
   *
   * @param instrumentation lists the loaded classes
   */
  public FrameGuards(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /**
   * Records the try statements for the frames that threads had when their stacks were recorded. The
   * current frames are not used: a thread may have moved on to another line, which would not match
   * its recorded stack. Threads that have called no hook are recorded here, within the time limit,
   * since a subclass of Thread may block.
   *
   * @param millis the time limit
   */
  public void record(LedgerWriter ledger, RunningFrames frames, long millis)
      throws InterruptedException {
    boolean ignored = TimedTask.run("tt-alloc-frames", () -> find(frames), millis);
    List<Row> rows = found;
    if (rows == null) {
      AgentLog.of("exit")
          .info("the class files of running methods could not be read within {} ms", millis);
      ledger.gap(Gap.DETAILS_MISSING);
      return;
    }
    if (!frames.areComplete()) {
      ledger.gap(Gap.CALLS_UNKNOWN);
    }
    write(rows, ledger);
  }

  /**
   * Finds the rows without recording the files that class loaders open meanwhile, because the agent
   * causes these files to be opened, not the application.
   */
  private void find(RunningFrames frames) {
    try {
      Probe.unseen(
          () -> {
            frames.recordOthers();
            Map<String, Set<StackTraceElement>> byClass = frames.byClass();
            loaded = instrumentation.getAllLoadedClasses();
            found = byClass.isEmpty() ? List.of() : read(byClass);
          });
    } catch (Throwable e) {
      // For example, memory has run out. Then nothing is found.
    }
  }

  static boolean isOfJdk(String className) {
    return Loaders.isPlatform(className.replace('.', '/'));
  }

  private List<Row> read(Map<String, Set<StackTraceElement>> frames) {
    Set<Row> rows = new LinkedHashSet<>();
    for (Class<?> each : loaded) {
      Set<StackTraceElement> ofClass = frames.get(each.getName());
      TryBlocks blocks = ofClass == null ? null : blocks(each);
      if (ofClass != null && blocks != null) {
        for (StackTraceElement frame : ofClass) {
          addVariables(each, frame, blocks, rows);
          addLooped(each, frame, blocks, rows);
        }
      }
    }
    return new ArrayList<>(rows);
  }

  private static void addVariables(
      Class<?> owner, StackTraceElement frame, TryBlocks blocks, Set<Row> rows) {
    String method = frame.getMethodName();
    int line = frame.getLineNumber();
    for (TryBlocks.Variable variable : blocks.variables(method, line)) {
      VariableOrigin origin = variable.origin();
      rows.add(
          new Row(
              owner.getName(),
              method,
              line,
              variable.number(),
              variable.type(),
              origin.lines(),
              origin.made(),
              origin.fromCall()));
    }
  }

  private void addLooped(Class<?> owner, StackTraceElement frame, TryBlocks blocks, Set<Row> rows) {
    String method = frame.getMethodName();
    int line = frame.getLineNumber();
    CalledCode code = new CalledCode(owner.getClassLoader());
    LineRanges lines = LineRanges.of(blocks.linesOfSame(method, line));
    for (String type : blocks.calledInLoops(method, line, code)) {
      for (String name : withSubtypes(type)) {
        rows.add(new Row(owner.getName(), method, line, -1, name, lines, false, false));
      }
    }
  }

  /**
   * A type and the loaded classes that extend or implement it. The subtypes of a JDK type are
   * included only if the type can be closed.
   */
  private Set<String> withSubtypes(String type) {
    Set<String> names = new LinkedHashSet<>(Set.of(type));
    for (Class<?> parent : loaded) {
      if (parent.getName().equals(type.replace('/', '.')) && isFollowed(parent)) {
        for (Class<?> each : loaded) {
          if (names.size() < MAX_SUBTYPES && !each.isArray() && parent.isAssignableFrom(each)) {
            names.add(each.getName().replace('.', '/'));
          }
        }
      }
    }
    return names;
  }

  /**
   * Whether the subtypes of a type are included. They are not included for the interfaces that all
   * closeable classes share.
   */
  private static boolean isFollowed(Class<?> type) {
    return !isOfJdk(type.getName())
        || (AutoCloseable.class.isAssignableFrom(type)
            && type != AutoCloseable.class
            && type != Closeable.class);
  }

  /** The try statements of a class; null if its class file cannot be read. */
  static @Nullable TryBlocks blocks(Class<?> owner) {
    byte[] file = ClassFiles.read(owner.getClassLoader(), owner.getName().replace('.', '/'));
    try {
      return file == null ? null : TryBlocks.of(file);
    } catch (RuntimeException e) {
      return null; // A class loader may return any bytes.
    }
  }

  private void write(List<Row> rows, LedgerWriter ledger) {
    Set<String> classes = classesAmong(rows);
    for (Row row : rows) {
      String type = typeName(row.type);
      boolean ofClass = type != null && classes.contains(type);
      new GuardRecord(
              row.className,
              row.method,
              row.line,
              type,
              ofClass,
              row.each(),
              row.made,
              row.fromCall,
              row.lines)
          .write(ledger.rows());
    }
  }

  /** The names of the types that are classes other than Object, and not interfaces. */
  private Set<String> classesAmong(List<Row> rows) {
    Map<String, Boolean> known = new HashMap<>();
    Set<String> asked = new HashSet<>();
    for (Row row : rows) {
      String type = typeName(row.type);
      if (type != null) {
        asked.add(type);
      }
    }
    for (Class<?> each : loaded) {
      String name = each.getName();
      if (asked.contains(name)) {
        // If there are two classes with the same name, one of them may be an interface.
        known.merge(name, !each.isInterface(), Boolean::logicalAnd);
      }
    }
    Set<String> classes = new HashSet<>();
    known.forEach(
        (name, isClass) -> {
          if (isClass && !name.equals("java.lang.Object")) {
            classes.add(name);
          }
        });
    return classes;
  }

  private static @Nullable String typeName(@Nullable String internal) {
    return internal == null ? null : Type.getObjectType(internal).getClassName();
  }
}
