package io.ttalloc.agent.exit.frames;

import io.ttalloc.agent.loading.OwnContext;
import java.util.Arrays;

/** The threads of this JVM, found through their groups. Stateless. */
public final class LiveThreads {
  /** Spare room for threads that start between counting and listing them. */
  private static final int SPARE = 16;

  private LiveThreads() {}

  /**
   * All platform threads. Does not use {@code Thread.getAllStackTraces()}, which puts them into a
   * map: a subclass of Thread may have a {@code hashCode} that blocks or throws.
   */
  public static Thread[] all() {
    ThreadGroup root = OwnContext.rootGroup();
    Thread[] threads = new Thread[root.activeCount() + SPARE];
    int count = root.enumerate(threads, true);
    while (count == threads.length) {
      threads = new Thread[2 * count];
      count = root.enumerate(threads, true);
    }
    return Arrays.copyOf(threads, count);
  }
}
