package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.mesh.MeshBuffer;

/**
 * The cleaner's action for a tensor that was dropped: frees its memory. Holds no reference to the
 * tensor.
 */
final class TensorReclaim implements Runnable {
  private final MeshBuffer buffer;
  private volatile boolean disarmed;

  TensorReclaim(MeshBuffer buffer) {
    this.buffer = buffer;
  }

  /** Disables the action; called when the tensor is closed. */
  void disarm() {
    disarmed = true;
  }

  @Override
  public void run() {
    if (!disarmed) {
      buffer.close();
    }
  }
}
