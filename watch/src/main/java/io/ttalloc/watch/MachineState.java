package io.ttalloc.watch;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the watched processes have open at one moment. Immutable.
 *
 * @param processes running ones first, then killed ones, then those that have ended; in each state
 *     those first that started last
 * @param devices those of the running processes, process by process
 * @param changes what became of processes since the state before
 * @param omitted how many ledgers are not watched, because there are too many
 * @param ofOthers how many belong to other users and were not opened
 * @param problems ledgers and folders that cannot be read, a sentence each
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
   * The process with an id; of several, one that runs, else the last one to start; null if there is
   * none.
   *
   * @param startedMillis when it was started, in milliseconds since the epoch, or null for any
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
