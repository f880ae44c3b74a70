package io.ttalloc.agent.exit;

import io.ttalloc.agent.exit.frames.LiveThreads;
import io.ttalloc.agent.loading.JvmArguments;
import io.ttalloc.ledger.Gap;
import io.ttalloc.probe.Probe;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.access.JavaLangRefAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The garbage collection before the dump. It shows which resources are unreachable and which are
 * still held, and lets Cleaners run.
 */
final class LastCollection {
  private static final long AUTO_LIMIT_BYTES = 2L << 30;

  /**
   * If more of the heap is in use than this, there is no collection when a signal ends the process.
   */
  private static final long HURRIED_LIMIT_BYTES = 256L << 20;

  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** The minimum number of requests: on a busy machine, few of them fit into the time limit. */
  private static final int MIN_REQUESTS = 50;

  /** The number of consecutive checks that must find all Cleaner threads waiting. */
  private static final int CALM = 3;

  private final boolean asked;

  /**
   * Creates a collection without running it.
   *
   * @param asked whether the user requested a search of the heap, whatever its size
   */
  LastCollection(boolean asked) {
    this.asked = asked;
  }

  /** Ends the thread that records collected resources: from now on, {@link #run} records them. */
  void endWatching() {
    try {
      Probe.watchNoMore(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Collects garbage if that is wanted.
   *
   * @param changesSomething whether a collection can change the report
   * @param bySignal whether a signal ends the process
   * @return what remains unknown; null if nothing does
   */
  @Nullable Gap run(boolean changesSomething, boolean bySignal) {
    if (!wanted(changesSomething, bySignal)) {
      return Gap.NOT_COLLECTED;
    }
    if (!collects()) {
      return Gap.NOT_COLLECTED;
    }
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int calm = 0;
    while (calm < CALM && System.nanoTime() - deadline < 0) {
      calm = referencesPending() || Probe.recordCollected() > 0 || cleanersBusy() ? 0 : calm + 1;
      LockSupport.parkNanos(STEP_NANOS);
    }
    return calm < CALM ? Gap.CLEANERS_AT_WORK : null;
  }

  /**
   * Requests a collection until one happens. A JVM with -XX:+DisableExplicitGC or with a collector
   * that never collects ignores every request. Before JDK 22, a JVM also ignores requests made
   * while native code uses an array in the heap, for example to inflate or deflate.
   */
  private static boolean collects() {
    WeakReference<Object> garbage = garbage();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (int requests = 0;
        requests < MIN_REQUESTS || System.nanoTime() - deadline < 0;
        requests++) {
      System.gc();
      if (garbage.refersTo(null)) {
        return true;
      }
      if (neverCollects()) {
        return false;
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    return false;
  }

  private static boolean neverCollects() {
    List<String> arguments = Arrays.asList(JvmArguments.all());
    return arguments.contains("-XX:+DisableExplicitGC") || arguments.contains("-XX:+UseEpsilonGC");
  }

  private static WeakReference<Object> garbage() {
    return new WeakReference<>(new Object());
  }

  private boolean wanted(boolean changesSomething, boolean bySignal) {
    long limit = bySignal ? HURRIED_LIMIT_BYTES : AUTO_LIMIT_BYTES;
    return changesSomething && (asked || HeapLook.usedBytes() < limit);
  }

  private static boolean referencesPending() {
    try {
      JavaLangRefAccess access = SharedSecrets.getJavaLangRefAccess();
      return access.waitForReferenceProcessing();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Whether the thread of a Cleaner or of the finalizer is running. */
  private static boolean cleanersBusy() {
    try {
      return isAnyBusy(LiveThreads.all());
    } catch (SecurityException e) {
      return true; // The threads cannot be listed.
    }
  }

  private static boolean isAnyBusy(Thread[] threads) {
    for (Thread thread : threads) {
      String kind = thread.getClass().getName();
      if (kind.equals("jdk.internal.misc.InnocuousThread") || kind.endsWith("FinalizerThread")) {
        Thread.State state = thread.getState();
        boolean atWork = state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED;
        if (atWork && isCleaner(thread)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether a thread runs a Cleaner or finalizers. The JDK has other threads of the same classes,
   * which poll endlessly.
   */
  private static boolean isCleaner(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      String type = frame.getClassName();
      if (type.equals("jdk.internal.ref.CleanerImpl")
          || type.startsWith("java.lang.ref.Finalizer")) {
        return true;
      }
    }
    return false;
  }
}
