package io.ttalloc.ledger;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a ledger as its writer has them open. They can be read when the file's name leads
 * nowhere any more or to another file, and when the process has no descriptor left. Thread-safe.
 */
public interface LedgerContent {
  /**
   * Reads bytes from a position of the file on into the rest of a buffer. An interrupt of the
   * calling thread changes nothing.
   *
   * @return how many were read, or -1 if the file ends at or before the position
   */
  int read(ByteBuffer into, long position) throws IOException;

  /** How many bytes the file has now. */
  long size() throws IOException;
}
