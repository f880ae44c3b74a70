package io.ttalloc.natives.processes;

import java.util.Optional;

/** Finds out whether a process is running. Implementations are thread-safe. */
@FunctionalInterface
public interface ProcessTable {

  /**
   * The process that has this id now.
   *
   * @return empty if no process visible here has this id. That is also the case for a process in a
   *     container with its own process ids, and for a zombie, which has ended but was not waited
   *     for
   */
  Optional<RunningProcess> find(int pid);

  /** The processes of this machine, as far as this process may see them. */
  static ProcessTable ofThisMachine() {
    return new ProcFolder();
  }
}
