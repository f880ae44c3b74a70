package io.ttalloc.agent.exit.frames;

import java.util.Arrays;

/** The threads of this JVM, found by way of their groups. Stateless. */
public final class LiveThreads {
  /** Spare room for threads that start between counting and listing them. */
  private static final int SPARE = 16;

  private LiveThreads() {}

  /** The group that every other belongs to; it stays when the groups of an application are gone. */
  public static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /**
   * All platform threads. Not from {@code Thread.getAllStackTraces()}, which puts them into a map:
   * a subclass of Thread may have a {@code hashCode} that waits or throws.
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
