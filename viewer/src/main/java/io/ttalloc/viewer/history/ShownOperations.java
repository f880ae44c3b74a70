package io.ttalloc.viewer.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations that a report shows, numbered from 1.
 *
 * <p>After each operation the viewer needs a row for each open buffer, so the number of rows is the
 * number of operations times the number of buffers. The total number of these rows and of the
 * buffers in graphs is limited. An operation for which there is no room is omitted completely,
 * since an incomplete picture of memory would be misleading. The end is chosen first, then marks,
 * then calls; among marks and among calls, the latest come first.
 *
 * @param all in chronological order; the last one is the end of the ledger
 * @param omitted the number of omitted operations
 * @param lastRows the number of rows of the last operation; reduced to the limit if these rows
 *     alone exceed it
 * @param omittedRows the number of rows omitted from the last operation, namely the rows of the
 *     smallest buffers
 * @param hidden the number of buffers open at the end that are hidden by newer buffers at the same
 *     place
 */
public record ShownOperations(
    List<ViewerOperation> all, int omitted, long lastRows, long omittedRows, long hidden) {
  /** The maximum number of buffers in rows and graphs that a browser can still show. */
  public static final long MAX_BUFFERS = 1_000_000;

  private static final int MAX_OPERATIONS = 10_000;

  /** Chooses operations that together have at most {@code max} buffers. */
  public static ShownOperations of(BufferHistory history, long max) {
    List<ViewerOperation> operations = history.operations();
    BufferSweep sweep = new BufferSweep(history.buffers());
    long[] buffers = new long[operations.size()];
    for (int i = 0; i < buffers.length; i++) {
      sweep.advanceTo(operations.get(i).endNanos());
      operations.get(i).rank(history.rankAt(operations.get(i).endNanos()));
      buffers[i] = inGraph(operations.get(i), sweep) + (long) sweep.open().size();
    }
    int last = buffers.length - 1;
    long lastRows = Math.min(sweep.open().size(), max);
    boolean[] shown = new boolean[buffers.length];
    shown[last] = true;
    long left = max - buffers[last];
    int count = 1;
    for (ViewerOperation.Kind kind :
        List.of(ViewerOperation.Kind.MARK, ViewerOperation.Kind.CALL)) {
      for (int i = last - 1; i >= 0; i--) {
        if (operations.get(i).kind() == kind && buffers[i] <= left && count < MAX_OPERATIONS) {
          shown[i] = true;
          left -= buffers[i];
          count++;
        }
      }
    }
    List<ViewerOperation> chosen = new ArrayList<>();
    for (int i = 0; i < shown.length; i++) {
      if (shown[i]) {
        chosen.add(operations.get(i));
        operations.get(i).number(chosen.size());
      }
    }
    return new ShownOperations(
        List.copyOf(chosen),
        buffers.length - count,
        lastRows,
        sweep.open().size() - lastRows,
        sweep.hidden());
  }

  private static int inGraph(ViewerOperation operation, BufferSweep sweep) {
    return operation.kind() == ViewerOperation.Kind.CALL
        ? operation.buffers().size()
        : Math.min(sweep.circular().size(), ViewerOperation.MAX_BUFFERS);
  }

  /** The end of the ledger. */
  public ViewerOperation last() {
    return all.get(all.size() - 1);
  }

  /** The number of the first operation after which a buffer is open; null if there is none. */
  public @Nullable Integer firstAfter(PlacedBuffer buffer) {
    ViewerOperation first = endingAfter(buffer.openedNanos());
    return first != null && buffer.isOpenAt(first.endNanos()) ? first.id() : null;
  }

  /** The first operation that ends at the given time or later; null if there is none. */
  public @Nullable ViewerOperation endingAfter(long nanos) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).endNanos() < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < all.size() ? all.get(low) : null;
  }

  /** The buffers that are open after an operation and are shown as rows. */
  public Collection<PlacedBuffer> rowsOf(ViewerOperation operation, BufferSweep sweep) {
    if (operation != last() || omittedRows == 0) {
      return sweep.open();
    }
    return sweep.open().stream()
        .sorted(Comparator.comparingLong(PlacedBuffer::perBank).reversed())
        .limit(lastRows)
        .toList();
  }
}
