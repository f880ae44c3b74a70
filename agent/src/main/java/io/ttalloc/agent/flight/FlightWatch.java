package io.ttalloc.agent.flight;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a recording begins, by the class that the JDK loads for the first one; to ask the
 * recorder would load it. Transforms nothing. Thread-safe.
 */
public final class FlightWatch implements ClassFileTransformer {
  private static final String OF_FIRST_RECORDING = "jdk/jfr/internal/PlatformRecording";

  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile boolean recording;
  private volatile @Nullable Runnable task;

  private FlightWatch() {}

  /**
   * Watches from now on.
   *
   * @param late whether the application runs already, and with it perhaps a recording
   */
  public static FlightWatch install(Instrumentation instrumentation, boolean late) {
    FlightWatch watch = new FlightWatch();
    // As the weaving does: another kind of transformer would get copies of all class files.
    instrumentation.addTransformer(watch, true);
    if (late) {
      for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
        if (loaded.getName().equals(OF_FIRST_RECORDING.replace('/', '.'))) {
          watch.recording = true;
        }
      }
    }
    return watch;
  }

  /** Has the task run, once, on a thread of its own, when a recording begins or if it has begun. */
  public void whenRecording(Runnable first) {
    task = first;
    beginIfBoth();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (loader == null && OF_FIRST_RECORDING.equals(name)) {
      recording = true;
      beginIfBoth();
    }
    return null;
  }

  private void beginIfBoth() {
    Runnable first = task;
    if (recording && first != null && begun.compareAndSet(false, true)) {
      // Not here: this is inside the loading of a class of the recorder.
      Thread thread = new Thread(null, first, "tt-alloc-flight", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
    }
  }
}
