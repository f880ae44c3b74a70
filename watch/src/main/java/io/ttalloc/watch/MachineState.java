package io.ttalloc.watch;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open resources of the watched processes at one moment. Immutable.
 *
 * @param processes running ones first, then killed ones, then those that have ended; in each state,
 *     those that started last come first
 * @param devices the devices of the running processes, process by process
 * @param changes the processes whose state has changed since the previous machine state
 * @param omitted the number of ledgers that are not watched, because there are too many
 * @param ofOthers the number of ledgers that belong to other users and were not opened
 * @param problems ledgers and directories that cannot be read, one sentence each
 */
public record MachineState(
    Instant at,
    List<ProcessView> processes,
    List<ProcessDevice> devices,
    List<ProcessChange> changes,
    long omitted,
    long ofOthers,
    List<String> problems) {
  public MachineState {
    processes = List.copyOf(processes);
    devices = List.copyOf(devices);
    changes = List.copyOf(changes);
    problems = List.copyOf(problems);
  }

  /**
   * Returns the process with the given id; if there are several, a running process, or otherwise
   * the one that started last. Returns null if there is none.
   *
   * @param startedMillis the start time of the process in milliseconds since the epoch; null for
   *     any start time
   */
  public @Nullable ProcessView process(long pid, @Nullable String startedMillis) {
    for (ProcessView process : processes) {
      long started = process.pulse().process().startedAt().toEpochMilli();
      if (process.pid() == pid
          && (startedMillis == null || startedMillis.equals(Long.toString(started)))) {
        return process;
      }
    }
    return null;
  }
}
