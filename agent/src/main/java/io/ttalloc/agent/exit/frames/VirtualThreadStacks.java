package io.ttalloc.agent.exit.frames;

import com.google.gson.stream.JsonReader;
import com.sun.management.HotSpotDiagnosticMXBean;
import io.ttalloc.heap.process.DumpFolder;
import io.ttalloc.probe.Probe;
import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Records the stacks of virtual threads. No JDK method lists these threads. They appear only in the
 * thread dump that the JDK, from release 21 on, can write to a file.
 */
public final class VirtualThreadStacks {
  /** The maximum number of virtual threads to record; more would delay the exit too long. */
  private static final int MAX_THREADS = 20_000;

  private static final String FORMAT =
      "com.sun.management.HotSpotDiagnosticMXBean$ThreadDumpFormat";
  private static final String OUTERMOST = "java.lang.VirtualThread";
  private static final int NATIVE_LINE = -2;

  private final RunningFrames frames;
  private int recorded;

  private VirtualThreadStacks(RunningFrames frames) {
    this.frames = frames;
  }

  /**
   * Records all virtual threads.
   *
   * @param frames receives their frames
   * @throws IOException if the stacks could not be read
   * @throws ReflectiveOperationException if this JVM does not write such dumps
   */
  public static void record(RunningFrames frames) throws IOException, ReflectiveOperationException {
    VirtualThreadStacks stacks = new VirtualThreadStacks(frames);
    try (DumpFolder folder = DumpFolder.create()) {
      dump(folder.threads());
      try (JsonReader json = new JsonReader(reader(folder.threads()))) {
        stacks.value(json);
      }
    }
    if (!areAllListed()) {
      frames.lackSome();
    }
  }

  /**
   * Whether the dump lists all virtual threads. It lists few if a system property stops the JDK
   * from tracking them.
   */
  private static boolean areAllListed() {
    String asked = System.getProperty("jdk.trackAllThreads");
    return asked == null || asked.isEmpty() || Boolean.parseBoolean(asked);
  }

  private static Reader reader(Path file) throws IOException {
    return Files.newBufferedReader(file);
  }

  /** Writes the dump, by reflection, since JDK 17 lacks the method. */
  private static void dump(Path file) throws ReflectiveOperationException {
    HotSpotDiagnosticMXBean diagnostics =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    Class<?> format = Class.forName(FORMAT);
    Object json = format.getField("JSON").get(null);
    HotSpotDiagnosticMXBean.class
        .getMethod("dumpThreads", String.class, format)
        .invoke(diagnostics, file.toString(), json);
  }

  private void value(JsonReader json) throws IOException {
    switch (json.peek()) {
      case BEGIN_OBJECT -> object(json);
      case BEGIN_ARRAY -> {
        json.beginArray();
        while (json.hasNext()) {
          value(json);
        }
        json.endArray();
      }
      default -> json.skipValue();
    }
  }

  /** Reads an object. The objects with a stack are threads. */
  private void object(JsonReader json) throws IOException {
    String name = "";
    List<StackTraceElement> stack = new ArrayList<>();
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "name" -> name = json.nextString();
        case "stack" -> frames(json, stack);
        default -> value(json);
      }
    }
    json.endObject();
    boolean virtual =
        !stack.isEmpty() && stack.get(stack.size() - 1).getClassName().equals(OUTERMOST);
    if (virtual && recorded < MAX_THREADS) {
      recorded++;
      StackTraceElement[] trace = stack.toArray(StackTraceElement[]::new);
      Probe.recordVirtualThread(name, trace);
      frames.add(trace);
    } else if (virtual) {
      frames.lackSome();
    }
  }

  private static void frames(JsonReader json, List<StackTraceElement> stack) throws IOException {
    json.beginArray();
    while (json.hasNext()) {
      stack.add(frame(json.nextString()));
    }
    json.endArray();
  }

  /** Parses a frame such as {@code java.base/java.lang.Thread.sleep(Thread.java:507)}. */
  static StackTraceElement frame(String text) {
    int open = text.indexOf('(');
    String call = open < 0 ? text : text.substring(0, open);
    String where = open < 0 ? "" : text.substring(open + 1, Math.max(open + 1, text.length() - 1));
    // The class name may be preceded by the names of its loader and its module.
    String qualified = call.substring(call.lastIndexOf('/') + 1);
    int dot = qualified.lastIndexOf('.');
    String className = dot < 0 ? "" : qualified.substring(0, dot);
    String method = qualified.substring(dot + 1);
    int colon = where.lastIndexOf(':');
    if (colon >= 0 && where.substring(colon + 1).matches("[0-9]{1,9}")) {
      int line = Integer.parseInt(where.substring(colon + 1));
      return new StackTraceElement(className, method, where.substring(0, colon), line);
    }
    boolean isNative = where.toLowerCase(Locale.ROOT).startsWith("native");
    boolean hasFile = where.endsWith(".java");
    return new StackTraceElement(
        className, method, hasFile ? where : null, isNative ? NATIVE_LINE : -1);
  }
}
