package io.ttalloc.runtime.ttnn;

import io.ttalloc.runtime.mesh.MeshBuffer;

/** The cleaner's action for a tensor that was dropped: frees its memory. Knows no tensor. */
final class TensorReclaim implements Runnable {
  private final MeshBuffer buffer;
  private volatile boolean disarmed;

  TensorReclaim(MeshBuffer buffer) {
    this.buffer = buffer;
  }

  /** Says that the tensor was closed, so nothing is left to do. */
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
