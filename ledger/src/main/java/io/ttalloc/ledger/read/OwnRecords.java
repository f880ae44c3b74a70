package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.Payload;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads single records of this process's own ledger while it is being written. Each record is
 * complete before anything refers to it. Thread-safe.
 */
public final class OwnRecords {
  private static final String UNKNOWN = Dictionary.UNKNOWN;

  private final SingleRecords records;

  public OwnRecords(LedgerContent content) {
    // Thread-safe although LedgerFile is not: it changes its state only if the size of the file is
    // checked.
    records = new SingleRecords(new LedgerFile(content));
  }

  /**
   * What a tally counts.
   *
   * @param type the name of the type in the rule
   * @param stackId the id of the opening stack, for {@link #stack}
   */
  public record Counted(String type, String className, int stackId) {}

  /**
   * What the tally with the given id counts.
   *
   * @throws IOException if the ledger cannot be read
   */
  public Counted counted(int tally) throws IOException {
    Payload record = records.find(tally, RECORD_TALLY, TALLY_HEAD_BYTES);
    if (record == null || record.length() < TALLY_HEAD_BYTES) {
      return new Counted(UNKNOWN, UNKNOWN, 0);
    }
    Payload type = records.find(record.getInt(TALLY_TYPE), RECORD_TYPE, TYPE_CLASS + Integer.BYTES);
    return new Counted(text(type, TYPE_NAME), text(type, TYPE_CLASS), record.getInt(TALLY_STACK));
  }

  private String text(@Nullable Payload record, int offset) throws IOException {
    return record == null || record.length() < offset + Integer.BYTES
        ? UNKNOWN
        : records.text(record.getInt(offset));
  }

  /**
   * The text with the given id; {@code "?"} if there is none.
   *
   * @throws IOException if the ledger cannot be read
   */
  public String text(int id) throws IOException {
    return records.text(id);
  }

  /**
   * The frames of a stack, innermost first; empty if there is no such stack.
   *
   * @throws IOException if the ledger cannot be read
   */
  public List<Frame> stack(int id) throws IOException {
    return records.stack(id);
  }
}
