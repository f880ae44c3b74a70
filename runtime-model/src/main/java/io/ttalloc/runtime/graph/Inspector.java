package io.ttalloc.runtime.graph;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps track of the programs and workloads that exist, by their ids.
 *
 * <p>Thread-safe.
 */
public final class Inspector {
  private static final AtomicLong NEXT_PROGRAM = new AtomicLong();
  private static final AtomicLong NEXT_WORKLOAD = new AtomicLong();
  private static final Set<Long> PROGRAMS = new TreeSet<>();
  private static final Set<Long> WORKLOADS = new TreeSet<>();

  private Inspector() {}

  /** Records that a program was created and returns its id; ids start at 1. */
  public static long programCreated() {
    long id = NEXT_PROGRAM.incrementAndGet();
    synchronized (PROGRAMS) {
      PROGRAMS.add(id);
    }
    return id;
  }

  /** Records that a program was destroyed. */
  public static void programDestroyed(long id) {
    synchronized (PROGRAMS) {
      PROGRAMS.remove(id);
    }
  }

  /** Records that a workload was created and returns its id; ids start at 1. */
  public static long meshWorkloadCreated() {
    long id = NEXT_WORKLOAD.incrementAndGet();
    synchronized (WORKLOADS) {
      WORKLOADS.add(id);
    }
    return id;
  }

  /** Records that a workload was destroyed. */
  public static void meshWorkloadDestroyed(long id) {
    synchronized (WORKLOADS) {
      WORKLOADS.remove(id);
    }
  }

  /** The ids of the programs that have been created but not yet destroyed. */
  public static Set<Long> livePrograms() {
    synchronized (PROGRAMS) {
      return Set.copyOf(PROGRAMS);
    }
  }

  /** The ids of the workloads that have been created but not yet destroyed. */
  public static Set<Long> liveMeshWorkloads() {
    synchronized (WORKLOADS) {
      return Set.copyOf(WORKLOADS);
    }
  }
}
