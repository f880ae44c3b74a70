package io.ttalloc.natives.processes;

import java.util.Optional;

/** Finds out whether a process is running. Implementations are thread-safe. */
@FunctionalInterface
public interface ProcessTable {

  /**
   * The process that has this id now.
   *
   * @return empty if no running process that is visible to this process has this id. A process in a
   *     container with its own process ids is not visible. A zombie, which has ended but for which
   *     its parent has not waited, does not count as running
   */
  Optional<RunningProcess> find(int pid);

  /** The processes of this machine that are visible to this process. */
  static ProcessTable ofThisMachine() {
    return new ProcFolder();
  }
}
