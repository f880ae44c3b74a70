package io.ttalloc.runtime.memory;

import io.ttalloc.runtime.profile.CoreRange;

/** Thrown if a program cannot run because its circular buffers reach into an L1 buffer. */
public final class CircularBufferClashException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception whose message contains the program, the L1 buffer in its way, and the
   * state of L1.
   *
   * @param regionEnd the first address after the circular buffers
   * @param l1 the statistics of L1 on the chip
   */
  public CircularBufferClashException(
      long programId, CoreRange cores, long regionEnd, Block inTheWay, SpaceStatistics l1) {
    super(
        ("Circular buffers of program %d on core range %s clash with L1 buffers of device %d"
                + " (session %s): L1 %s, circular-buffer region ends at %d; expected it to end at"
                + " or below the buffer; allocated %d B, free %d B, largest free block %d B per"
                + " bank. The program was not run.")
            .formatted(
                programId,
                cores,
                l1.deviceId(),
                l1.sessionName(),
                inTheWay.description(),
                regionEnd,
                l1.allocatedBytes(),
                l1.freeBytes(),
                l1.largestFreeBytes()));
  }
}
