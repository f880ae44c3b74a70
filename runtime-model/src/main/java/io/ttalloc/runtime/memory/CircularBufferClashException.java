package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.CoreRange;

/** The circular buffers of a program reach into an L1 buffer, so the program cannot run. */
public final class CircularBufferClashException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says which program meets which buffer where; {@code regionEnd} is not included. */
  public CircularBufferClashException(
      long programId, CoreRange cores, String where, long l1BufferAddress, long regionEnd) {
    super(
        ("Circular buffers of program %d on core range %s clash with L1 buffers of %s:"
                + " L1 buffer at %d, circular-buffer region ends at %d; expected it to end at or"
                + " below the buffer. The program was not run.")
            .formatted(programId, cores, where, l1BufferAddress, regionEnd));
  }
}
