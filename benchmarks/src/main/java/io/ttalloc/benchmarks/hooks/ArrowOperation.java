package io.ttalloc.benchmarks.hooks;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.CompilerControl.Mode;

/** Allocates a small buffer with Arrow's debug allocator and releases it. */
final class ArrowOperation implements Operation {
  private static final int BYTES = 64;

  private final BufferAllocator allocator = new RootAllocator();

  ArrowOperation() {
    // Only the description of the debug allocator mentions Arrow's own ledgers.
    if (!allocator.toVerboseString().contains("ledgers")) {
      throw new IllegalStateException(
          "Arrow's allocator is not in debug mode, expected -Darrow.memory.debug.allocator=true");
    }
  }

  @Override
  @CompilerControl(Mode.DONT_INLINE)
  public void once() {
    ArrowBuf buffer = allocator.buffer(BYTES);
    buffer.close();
  }
}
