package io.ttalloc.it.process;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The threads of this process besides those that every JVM starts. */
final class ThreadsThere {
  private static final List<String> OF_EVERY_JVM =
      List.of(
          "main",
          "Reference Handler",
          "Finalizer",
          "Signal Dispatcher",
          "Attach Listener",
          "Notification Thread");

  private ThreadsThere() {}

  static Set<String> names() {
    return others(thread -> true);
  }

  /** The names of the threads that satisfy a condition. */
  static Set<String> others(Predicate<Thread> condition) {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.getThreadGroup().getName().equals("InnocuousThreadGroup")
          && condition.test(thread)) {
        names.add(thread.getName());
      }
    }
    names.removeAll(OF_EVERY_JVM);
    return names;
  }
}
