package io.ttalloc.cli.holders;

import java.io.IOException;
import java.nio.file.Path;

/** Makes another JVM dump its heap. Tests replace it. */
interface HeapDumper {
  /**
   * Has a JVM write its live objects to a file that does not exist yet; it stands still meanwhile.
   *
   * @throws NoHeapException it refuses or cannot, with a message for the user
   * @throws IOException the connection was lost
   * @throws LinkageError this Java cannot ask other JVMs
   */
  void dump(long pid, Path file) throws NoHeapException, IOException;
}
