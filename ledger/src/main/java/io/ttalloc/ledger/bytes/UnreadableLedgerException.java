package io.ttalloc.ledger.bytes;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Thrown for a file that this version cannot read as a ledger; the message is one sentence. */
public final class UnreadableLedgerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean refused;

  public UnreadableLedgerException(String sentence) {
    super(sentence);
    refused = false;
  }

  /** The system refused to open the file. */
  public UnreadableLedgerException(String sentence, FileSystemException why) {
    super(sentence, why);
    refused = true;
  }

  /**
   * Whether the system refused to open the file, by its permissions or for want of something, so
   * that it may be readable later though it does not change.
   */
  public boolean isRefused() {
    return refused;
  }
}
