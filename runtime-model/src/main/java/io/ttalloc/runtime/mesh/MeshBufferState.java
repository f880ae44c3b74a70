package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.buffer.Buffer;

/** Whose memory a mesh buffer uses. */
public sealed interface MeshBufferState {
  /**
   * Its own: {@code backing} reserves one address on all chips, the chips' buffers have the bytes.
   */
  record Owned(Buffer backing) implements MeshBufferState {}

  /** Something else's: closing frees nothing but the handles. */
  record ExternallyOwned() implements MeshBufferState {}

  /** Nobody's any more: it was closed. */
  record Deallocated() implements MeshBufferState {}
}
