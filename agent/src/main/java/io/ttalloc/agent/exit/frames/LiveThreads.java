package io.ttalloc.agent.exit.frames;

import java.util.Arrays;

/** The threads of this JVM, found through their groups. Stateless. */
public final class LiveThreads {
  /** Spare room for threads that start between counting and listing them. */
  private static final int SPARE = 16;

  private LiveThreads() {}

  /** The group to which all others belong; it remains when the application's groups are gone. */
  public static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /**
   * All platform threads. Does not use {@code Thread.getAllStackTraces()}, which puts them into a
   * map: a subclass of Thread may have a {@code hashCode} that blocks or throws.
   */
  public static Thread[] all() {
    ThreadGroup root = rootGroup();
    Thread[] threads = new Thread[root.activeCount() + SPARE];
    int count = root.enumerate(threads, true);
    while (count == threads.length) {
      threads = new Thread[2 * count];
      count = root.enumerate(threads, true);
    }
    return Arrays.copyOf(threads, count);
  }
}
