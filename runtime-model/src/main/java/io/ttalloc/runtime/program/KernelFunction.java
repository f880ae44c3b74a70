package io.ttalloc.runtime.program;

import io.ttalloc.runtime.session.DeviceSession;

/** The combined effect of a program's kernels on one chip. */
public interface KernelFunction {
  /**
   * Runs the kernels on one chip.
   *
   * @param session the session of the chip, which gives access to its memory
   * @param arguments the runtime arguments: addresses and counts
   */
  void run(DeviceSession session, long[] arguments);
}
