package io.ttalloc.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a ledger, read through its writer's file descriptor. They can be read even if the
 * file was removed or replaced, or if the process has run out of descriptors. Thread-safe.
 */
public interface LedgerContent {
  /**
   * Reads bytes at a position of the file into the remaining space of a buffer. Not affected by an
   * interrupt of the calling thread.
   *
   * @return the number of bytes read, or -1 if the file ends at or before the position
   */
  int read(ByteBuffer into, long position) throws IOException;

  /** The current size of the file in bytes. */
  long size() throws IOException;
}
