package io.ttalloc.watch.natives;

import java.util.ArrayList;
import java.util.List;

/**
 * The known state of native processes at one moment. Immutable.
 *
 * @param processes running processes first; a process that several sources know has one element for
 *     each source
 * @param chips the memory that running processes have allocated on each chip, by source; if a
 *     source does not distinguish running processes from ended ones, includes the memory of both
 * @param published the number of regions written by tt-alloc's monitor; such regions describe
 *     processes that have a ledger, and are not included here
 * @param forgotten the number of ended processes that the socket's server no longer lists
 * @param unaccounted the number of messages to the socket's server about processes for which it had
 *     no room
 * @param problems what could not be read, one line for each problem, without invisible characters
 */
public record NativeState(
    List<NativeProcess> processes,
    List<ChipMemory> chips,
    long published,
    long forgotten,
    long unaccounted,
    List<String> problems) {

  public static final NativeState NONE = problem(List.of());

  public NativeState {
    processes = List.copyOf(processes);
    chips = List.copyOf(chips);
    problems = List.copyOf(problems);
  }

  /** Returns a state that contains only these problems. */
  public static NativeState problem(List<String> lines) {
    return new NativeState(List.of(), List.of(), 0, 0, 0, lines);
  }

  /** Returns the union of this state and another one from other sources. */
  public NativeState with(NativeState other) {
    List<NativeProcess> allProcesses = joined(processes, other.processes);
    allProcesses.sort(NativeProcess.IN_ORDER);
    return new NativeState(
        allProcesses,
        joined(chips, other.chips),
        published + other.published,
        forgotten + other.forgotten,
        unaccounted + other.unaccounted,
        joined(problems, other.problems));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /**
   * Returns the processes worth showing: all but those that have ended and left nothing allocated.
   */
  public List<NativeProcess> relevant() {
    return processes.stream().filter(process -> !process.leftNothing()).toList();
  }
}
