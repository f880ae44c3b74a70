package io.ttalloc.it.exit;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;

/** Makes the agent block when it loads a certain class. */
final class LoadingLock {
  private LoadingLock() {}

  /**
   * Acquires the lock under which the agent's class loader loads a class, and never releases it.
   */
  static void takeForEver(String className)
      throws ReflectiveOperationException, InterruptedException {
    Method lock = ClassLoader.class.getDeclaredMethod("getClassLoadingLock", String.class);
    lock.setAccessible(true);
    Field own = Class.forName("io.ttalloc.agent.OwnLoader").getDeclaredField("own");
    own.setAccessible(true);
    Object taken = lock.invoke(own.get(null), className);
    CountDownLatch locked = new CountDownLatch(1);
    Thread locking =
        new Thread(
            () -> {
              synchronized (taken) {
                locked.countDown();
                await(new CountDownLatch(1));
              }
            });
    locking.setDaemon(true);
    locking.start();
    locked.await();
  }

  private static void await(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
