package io.ttalloc.probe;

/** Virtual threads, if the JVM that runs the tests has them; the tests are compiled for JDK 17. */
final class VirtualThreads {
  private VirtualThreads() {}

  static boolean areThere() {
    return Runtime.version().feature() >= 21;
  }

  static Thread start(Runnable task) {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
