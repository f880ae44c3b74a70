package io.ttalloc.ledger.read;

import static io.ttalloc.ledger.RecordLayout.*;

import io.ttalloc.ledger.LedgerContent;
import io.ttalloc.ledger.bytes.LedgerFile;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.io.IOException;
import java.util.List;

/**
 * Reads single records of this process's own ledger while it is being written. Each record is
 * complete before anything refers to it. Thread-safe.
 */
public final class OwnRecords {
  private final SingleRecords records;

  public OwnRecords(LedgerContent content) {
    // This is thread-safe although LedgerFile is not: LedgerFile changes its state only if the size
    // of the file is checked.
    records = new SingleRecords(new LedgerFile(content));
  }

  /**
   * The resources that a tally counts.
   *
   * @param type the type, without its flags
   * @param stackId the id of the opening stack, for {@link #stack}
   */
  public record Counted(TypeEntry type, int stackId) {}

  /**
   * Returns the type and the stack of a tally.
   *
   * @throws IOException if the ledger cannot be read
   */
  public Counted counted(int tally) throws IOException {
    int type = records.word(tally, RECORD_TALLY, TALLY_TYPE);
    return new Counted(
        new TypeEntry(
            text(records.word(type, RECORD_TYPE, TYPE_NAME)),
            text(records.word(type, RECORD_TYPE, TYPE_CLASS)),
            false,
            false,
            false,
            false),
        records.word(tally, RECORD_TALLY, TALLY_STACK));
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
