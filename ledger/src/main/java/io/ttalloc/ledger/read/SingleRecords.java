package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads individual records from their positions in a ledger, without loading the others. Not
 * thread-safe.
 */
public final class SingleRecords {
  private static final int MAX_STACK_BYTES = MAX_FRAMES * Integer.BYTES;

  private final LedgerFile file;

  public SingleRecords(LedgerFile file) {
    this.file = file;
  }

  /**
   * The record of the given kind and id; null if there is none or it is incomplete.
   *
   * @param max the maximum number of bytes of its content to read
   */
  @Nullable Payload find(int id, int kind, int max) throws IOException {
    ByteBuffer record = LedgerFile.buffer(RECORD_HEADER_BYTES + max);
    int found = id <= 0 ? 0 : file.read(record, recordPosition(id));
    int length = record.getInt(RECORD_LENGTH);
    if (length < RECORD_HEADER_BYTES
        || found < Math.min(length, record.capacity())
        || record.getInt(RECORD_KIND) != kind) {
      return null;
    }
    int bytes = Math.min(length, record.capacity()) - RECORD_HEADER_BYTES;
    return new Payload(id, kind, record, RECORD_HEADER_BYTES, bytes);
  }

  /** A number in a record; 0 if there is no such record or it is incomplete. */
  public int word(int id, int kind, int offset) throws IOException {
    Payload record = find(id, kind, offset + Integer.BYTES);
    return record == null || record.length() < offset + Integer.BYTES ? 0 : record.getInt(offset);
  }

  /** A text, cut to the maximum length that a writer stores; {@code "?"} if there is none. */
  String text(int id) throws IOException {
    Payload record = find(id, RECORD_TEXT, MAX_TEXT_BYTES);
    return record == null ? Dictionary.UNKNOWN : record.text(MAX_TEXT_BYTES);
  }

  /**
   * Like {@link #text}, for use in lambdas.
   *
   * @throws UncheckedIOException if the file could not be read
   */
  public String textUnchecked(int id) {
    try {
      return text(id);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The frames of a stack, innermost first; empty if there is no such stack. */
  List<Frame> stack(int id) throws IOException {
    Payload record = find(id, RECORD_STACK, MAX_STACK_BYTES);
    List<Frame> frames = new ArrayList<>();
    for (int at = 0; record != null && at + Integer.BYTES <= record.length(); at += Integer.BYTES) {
      frames.add(frame(record.getInt(at)));
    }
    return frames;
  }

  private Frame frame(int id) throws IOException {
    Payload record = find(id, RECORD_FRAME, FRAME_BYTES);
    if (record == null || record.length() < FRAME_BYTES) {
      return Dictionary.UNKNOWN_FRAME;
    }
    int file = record.getInt(FRAME_FILE);
    return new Frame(
        text(record.getInt(FRAME_CLASS)),
        text(record.getInt(FRAME_METHOD)),
        file == 0 ? null : text(file),
        record.getInt(FRAME_LINE));
  }
}
