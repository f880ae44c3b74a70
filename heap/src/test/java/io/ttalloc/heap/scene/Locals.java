package io.ttalloc.heap.scene;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Scenes in which a local variable, or the lock, of a method that does not return keeps the
 * resource reachable.
 */
final class Locals {
  private Locals() {}

  static void hold(Scene scene, CountDownLatch held) {
    Conn conn = scene.opened();
    held.countDown();
    while (conn.content == null) {
      LockSupport.park();
    }
  }

  static void lock(Scene scene, CountDownLatch held) throws InterruptedException {
    Conn conn = scene.opened();
    synchronized (conn) {
      conn.wait(1); // This makes the JVM give the object a monitor.
      held.countDown();
      while (conn.content == null) {
        LockSupport.park();
      }
    }
  }
}
