package io.ttalloc.benchmarks.paper;

import java.util.List;

/**
 * The machine, time and method of a measurement. Immutable.
 *
 * @param date the start of the measurement, ISO 8601
 * @param command the command that repeats it
 * @param mode {@code full} or {@code quick}
 * @param cpu the processor's name
 * @param processors the number of processors
 * @param memoryBytes the memory of the machine
 * @param system the operating system
 * @param jvm name and version
 * @param loadAverage the load average at the start; negative if unknown
 * @param notes notes on the method, for human readers
 */
public record Circumstances(
    String date,
    String command,
    String mode,
    String cpu,
    int processors,
    long memoryBytes,
    String system,
    String jvm,
    double loadAverage,
    List<String> notes) {
  /** Copies the mutable arguments. */
  public Circumstances {
    notes = List.copyOf(notes);
  }
}
