package io.ttalloc.agent.loading;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Detects that a JDK class is loaded, and then runs a task. Transforms nothing. Thread-safe. */
public final class LoadWatch implements ClassFileTransformer {
  /** The class that is loaded for the first recording of JDK Flight Recorder in the process. */
  public static final Set<String> FIRST_RECORDING = Set.of("jdk/jfr/internal/PlatformRecording");

  /**
   * The classes that are loaded while the platform MBean server is created, and rarely for anything
   * else: the first class wraps the server's memory bean; the second is one of its beans if the
   * module jdk.management is present.
   */
  public static final Set<String> PLATFORM_BEAN_SERVER =
      Set.of(
          "javax/management/StandardEmitterMBean",
          "com/sun/management/internal/DiagnosticCommandImpl");

  private final Set<String> classNames;
  private final String threadName;

  /** The watched classes that have been loaded; each counts once. Guarded by itself. */
  private final Set<String> loaded = new HashSet<>();

  /** The task to run; null if there is none yet. Guarded by {@link #loaded}. */
  private @Nullable Runnable task;

  private LoadWatch(Set<String> classNames, String threadName) {
    this.classNames = classNames;
    this.threadName = threadName;
  }

  /**
   * Starts to watch for classes of the boot loader, including those that are already loaded.
   *
   * @param classNames the internal names of the classes
   * @param threadName the name of the thread on which the task will run
   */
  public static LoadWatch install(
      Instrumentation instrumentation, Set<String> classNames, String threadName) {
    LoadWatch watch = new LoadWatch(classNames, threadName);
    // Registered as capable of retransformation, like the weaving. Otherwise, it would be passed
    // copies of all class files.
    instrumentation.addTransformer(watch, true);
    watch.noticeLoaded(instrumentation.getAllLoadedClasses());
    return watch;
  }

  private void noticeLoaded(Class<?>[] all) {
    Set<String> binaryNames = new HashSet<>();
    for (String name : classNames) {
      boolean unused = binaryNames.add(name.replace('/', '.'));
    }
    for (Class<?> each : all) {
      if (each.getClassLoader() == null && binaryNames.contains(each.getName())) {
        noticed(each.getName().replace('.', '/'));
      }
    }
  }

  /** Stops a watch; null is ignored. */
  public static void end(@Nullable LoadWatch watch, Instrumentation instrumentation) {
    if (watch != null) {
      boolean unused = instrumentation.removeTransformer(watch);
    }
  }

  /**
   * Runs the task, each time on a new thread, whenever one of the watched classes is loaded, and at
   * once if one of them has already been loaded. Must be called only once.
   */
  public void whenLoaded(Runnable first) {
    boolean now;
    synchronized (loaded) {
      task = first;
      now = !loaded.isEmpty();
    }
    if (now) {
      begin(first);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null && name != null && redefined == null && classNames.contains(name)) {
      noticed(name);
    }
    return null;
  }

  private void noticed(String name) {
    Runnable first;
    synchronized (loaded) {
      first = loaded.add(name) ? task : null;
    }
    if (first != null) {
      begin(first);
    }
  }

  private void begin(Runnable first) {
    // Not on this thread, which may be loading a class and may even be inside a hook.
    Thread unused = OwnContext.start(threadName, 0, first);
  }
}
