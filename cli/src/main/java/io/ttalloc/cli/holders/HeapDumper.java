package io.ttalloc.cli.holders;

import java.io.IOException;
import java.nio.file.Path;

/** Makes another JVM dump its heap. Tests use another implementation. */
interface HeapDumper {
  /**
   * Makes a JVM write its live objects to a file that does not exist yet; the JVM is paused in the
   * meantime.
   *
   * @throws NoHeapException if the JVM refuses or fails; the message is for the user
   * @throws IOException if the connection was lost
   */
  void dump(long pid, Path file) throws NoHeapException, IOException;
}
