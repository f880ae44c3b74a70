package io.ttalloc.benchmarks.paper;

import java.util.List;

/**
 * Where, when and how it was measured. Immutable.
 *
 * @param date when it began, ISO 8601
 * @param command what repeats it
 * @param mode {@code full} or {@code quick}
 * @param cpu the processor's name
 * @param processors how many of them
 * @param memoryBytes of the machine
 * @param system its operating system
 * @param jvm name and version
 * @param loadAverage how many processes wanted to run when it began; negative if unknown
 * @param notes how it was measured, for people
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
  /** Copies what can change. */
  public Circumstances {
    notes = List.copyOf(notes);
  }
}
