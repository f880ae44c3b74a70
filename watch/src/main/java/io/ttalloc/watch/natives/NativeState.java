package io.ttalloc.watch.natives;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of native processes at one moment. Immutable.
 *
 * @param processes running ones first; one that several sources know is there once for each
 * @param chips what is allocated on each chip by processes that run, as far as the source shows
 *     them from others; by source
 * @param published regions that a monitor of this project wrote, which are about processes with a
 *     ledger and not listed here
 * @param forgotten ended processes that the socket's server does not list any more
 * @param unaccounted messages to that server on processes for which it had no room
 * @param problems what could not be read, a line each, visible characters only
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

  /** A state with nothing but these lines. */
  public static NativeState problem(List<String> lines) {
    return new NativeState(List.of(), List.of(), 0, 0, 0, lines);
  }

  /** This and the other, of other sources. */
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

  /** Processes worth showing: all but those that have ended and left nothing. */
  public List<NativeProcess> relevant() {
    return processes.stream().filter(process -> !process.leftNothing()).toList();
  }
}
