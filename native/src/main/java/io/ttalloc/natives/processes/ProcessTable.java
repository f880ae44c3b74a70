package io.ttalloc.natives.processes;

import java.util.Optional;

/** Answers whether a process runs. Implementations may be asked by any thread. */
@FunctionalInterface
public interface ProcessTable {

  /**
   * The process that has this id now.
   *
   * @return empty if no process that runs here has it. That is also so for a process in a container
   *     with process ids of its own, and for one that has ended and was not waited for yet
   */
  Optional<RunningProcess> find(int pid);

  /** The processes of this machine, as far as this process may see them. */
  static ProcessTable ofThisMachine() {
    return new ProcFolder();
  }
}
