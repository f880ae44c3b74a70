package io.ttalloc.runtime.buffer;

import io.ttalloc.runtime.session.BufferMemory;

/** Something that buffers can be created on: one chip, or a whole mesh. */
public interface BufferDevice {
  /** The memory that buffers on this device use. */
  BufferMemory memory();
}
