package io.ttalloc.agent.testing;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A part of a test run, such as a test class or a test method, with the resources that were opened
 * in that part. Resources are instances of the probe's class {@code Resource}, which exists only
 * once something is tracked. Thread-safe. The methods that hooks call never block.
 */
final class Scope {
  /** The kinds of scopes. */
  enum Kind {
    RUN,
    CLASS,
    /** A test method, or one invocation of it. */
    TEST
  }

  final long id;
  final @Nullable Scope parent;
  final Kind kind;

  /** The name in reports. */
  final String name;

  /** The name of the test class; empty for the scope of the whole run. */
  final String testClass;

  /** The test method; empty for the scope of a class or of the whole run. */
  final String method;

  /** Resources that were opened in this scope and are still open. */
  final Set<Object> open = ConcurrentHashMap.newKeySet();

  /**
   * The number of resources that were collected, or closed by the collector's threads, by tally id.
   */
  final Map<Integer, Integer> lost = new ConcurrentHashMap<>();

  final LongAdder opened = new LongAdder();

  /** The thread that waits for closes; null if no thread does. */
  private volatile @Nullable Thread waiting;

  private volatile boolean ended;

  Scope(long id, @Nullable Scope parent, Kind kind, String name, String testClass, String method) {
    this.id = id;
    this.parent = parent;
    this.kind = kind;
    this.name = name;
    this.testClass = testClass;
    this.method = method;
  }

  /**
   * This scope or, if it has ended, the innermost enclosing scope that has not ended; null if all
   * of them have ended.
   */
  @Nullable Scope running() {
    Scope at = this;
    while (at != null && at.ended) {
      at = at.parent;
    }
    return at;
  }

  void end() {
    ended = true;
  }

  void opened(Object resource) {
    opened.increment();
    open.add(resource);
  }

  /** Removes a resource of this scope that is no longer open. */
  void ended(Object resource) {
    open.remove(resource);
    Thread sleeper = waiting;
    if (sleeper != null && open.isEmpty()) {
      LockSupport.unpark(sleeper);
    }
  }

  void lost(int tally) {
    lost(tally, 1);
  }

  void lost(int tally, int count) {
    lost.merge(tally, count, Integer::sum);
  }

  boolean isClean() {
    return open.isEmpty() && lost.isEmpty();
  }

  /**
   * Waits until no resource of this scope is open, or until the time is up. An interrupt does not
   * end the wait; the interrupt status is set again afterwards.
   */
  void awaitCloses(long nanos) {
    long deadline = System.nanoTime() + nanos;
    boolean interrupted = false;
    waiting = Thread.currentThread();
    for (long left = nanos; left > 0 && !open.isEmpty(); left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(this, Math.min(left, TimeUnit.SECONDS.toNanos(1)));
      interrupted |= Thread.interrupted();
    }
    waiting = null;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
