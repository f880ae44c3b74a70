package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.Buffer;

/** The state of a mesh buffer: it owns its memory, uses memory of another owner, or is closed. */
public sealed interface MeshBufferState {
  /**
   * The mesh buffer owns its memory: {@code backing} reserves the same address on all chips, and
   * the chips' buffers hold the bytes.
   */
  record Owned(Buffer backing) implements MeshBufferState {}

  /** Something else owns the memory; closing frees only the handles. */
  record ExternallyOwned() implements MeshBufferState {}

  /** The mesh buffer was closed and has no memory. */
  record Deallocated() implements MeshBufferState {}
}
