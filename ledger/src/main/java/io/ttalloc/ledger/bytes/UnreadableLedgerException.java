package io.ttalloc.ledger.bytes;

import java.io.IOException;
import java.nio.file.FileSystemException;

/**
 * Thrown if a file is missing, cannot be opened, has been replaced, or is not a ledger that this
 * version can read. The message is one sentence.
 */
public final class UnreadableLedgerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean refused;

  public UnreadableLedgerException(String sentence) {
    super(sentence);
    refused = false;
  }

  /** Creates an exception for a file that the operating system refused to open. */
  public UnreadableLedgerException(String sentence, FileSystemException why) {
    super(sentence, why);
    refused = true;
  }

  /**
   * Whether the operating system refused to open the file, because of its permissions or a lack of
   * system resources, so that it may become readable without being changed.
   */
  public boolean isRefused() {
    return refused;
  }
}
