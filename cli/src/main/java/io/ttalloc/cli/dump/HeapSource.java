package io.ttalloc.cli.dump;

import java.nio.file.Path;

/** The source of the paths that keep a report's resources reachable. */
public sealed interface HeapSource {

  /** No heap dump. */
  record None() implements HeapSource {}

  /** A heap dump that the running process is asked for. */
  record Asked() implements HeapSource {}

  /** An existing heap dump. */
  record OfFile(Path dump) implements HeapSource {}
}
