package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.Buffer;

/** Who owns the memory that a mesh buffer uses. */
public sealed interface MeshBufferState {
  /**
   * The mesh buffer itself: {@code backing} reserves one address on all chips, and the chips'
   * buffers hold the bytes.
   */
  record Owned(Buffer backing) implements MeshBufferState {}

  /** Something else: closing frees only the handles. */
  record ExternallyOwned() implements MeshBufferState {}

  /** Nobody: the mesh buffer was closed. */
  record Deallocated() implements MeshBufferState {}
}
