package io.ttalloc.cli.dump;

import java.nio.file.Path;

/** Where to get the heap dump, if any, that shows what keeps a report's resources reachable. */
public sealed interface HeapSource {

  /** Use no heap dump. */
  record None() implements HeapSource {}

  /** Use a heap dump that is requested from the running process. */
  record Asked() implements HeapSource {}

  /** Use an existing heap dump. */
  record OfFile(Path dump) implements HeapSource {}
}
