package io.ttalloc.runtime.graph;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows which programs and workloads were created and destroyed, by their ids.
 *
 * <p>Thread-safe.
 */
public final class Inspector {
  private static final AtomicLong NEXT_PROGRAM = new AtomicLong();
  private static final AtomicLong NEXT_WORKLOAD = new AtomicLong();
  private static final Set<Long> PROGRAMS = new TreeSet<>();
  private static final Set<Long> WORKLOADS = new TreeSet<>();

  private Inspector() {}

  /** Says that a program was created; gives it its id, from 1 on. */
  public static long programCreated() {
    long id = NEXT_PROGRAM.incrementAndGet();
    synchronized (PROGRAMS) {
      PROGRAMS.add(id);
    }
    return id;
  }

  /** Says that a program was destroyed. */
  public static void programDestroyed(long id) {
    synchronized (PROGRAMS) {
      PROGRAMS.remove(id);
    }
  }

  /** Says that a workload was created; gives it its id, from 1 on. */
  public static long meshWorkloadCreated() {
    long id = NEXT_WORKLOAD.incrementAndGet();
    synchronized (WORKLOADS) {
      WORKLOADS.add(id);
    }
    return id;
  }

  /** Says that a workload was destroyed. */
  public static void meshWorkloadDestroyed(long id) {
    synchronized (WORKLOADS) {
      WORKLOADS.remove(id);
    }
  }

  /** The ids of the programs that were created and not destroyed. */
  public static Set<Long> livePrograms() {
    synchronized (PROGRAMS) {
      return Set.copyOf(PROGRAMS);
    }
  }

  /** The ids of the workloads that were created and not destroyed. */
  public static Set<Long> liveMeshWorkloads() {
    synchronized (WORKLOADS) {
      return Set.copyOf(WORKLOADS);
    }
  }
}
