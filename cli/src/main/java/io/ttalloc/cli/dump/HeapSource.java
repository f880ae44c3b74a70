package io.ttalloc.cli.dump;

import java.nio.file.Path;

/** From where a report gets what keeps resources reachable. */
public sealed interface HeapSource {

  /** From nowhere: it does without. */
  record None() implements HeapSource {}

  /** From a heap dump that the running process is asked for. */
  record Asked() implements HeapSource {}

  /** From a heap dump that somebody has taken. */
  record OfFile(Path dump) implements HeapSource {}
}
