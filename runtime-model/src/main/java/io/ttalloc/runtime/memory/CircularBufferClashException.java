package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.CoreRange;

/** Thrown if the circular buffers of a program reach into an L1 buffer, so that it cannot run. */
public final class CircularBufferClashException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception that names the program and the L1 buffer; {@code regionEnd} is exclusive.
   */
  public CircularBufferClashException(
      long programId, CoreRange cores, String where, long l1BufferAddress, long regionEnd) {
    super(
        ("Circular buffers of program %d on core range %s clash with L1 buffers of %s:"
                + " L1 buffer at %d, circular-buffer region ends at %d; expected it to end at or"
                + " below the buffer. The program was not run.")
            .formatted(programId, cores, where, l1BufferAddress, regionEnd));
  }
}
