package io.ttalloc.agent.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Standard error as it was when the process started. Thread-safe; a line is one write. */
public final class Console {
  private Console() {}

  /** Writes one line that starts with the name of the tool. */
  public static void line(String message) {
    write("tt-alloc: " + message + "\n");
  }

  /** Writes text as it is. */
  public static void write(String text) {
    try {
      // Never closed: the descriptor is the process's.
      new FileOutputStream(FileDescriptor.err).write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // Standard error is closed: there is nobody left to tell.
    }
  }
}
