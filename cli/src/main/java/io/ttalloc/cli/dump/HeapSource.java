package io.ttalloc.cli.dump;

import java.nio.file.Path;

/** The heap dump, if any, that shows what keeps a report's resources reachable. */
public sealed interface HeapSource {

  /** No heap dump. */
  record None() implements HeapSource {}

  /** A heap dump requested from the running process. */
  record Asked() implements HeapSource {}

  /** An existing heap dump. */
  record OfFile(Path dump) implements HeapSource {}
}
