package io.ttalloc.viewer.history;

import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one call of the user's own code opened between two marks; or a mark; or the end
 * of the ledger. Filled by {@link OperationTimeline}; not thread-safe.
 */
public final class ViewerOperation {
  /**
   * The maximum number of buffers of one operation in a graph; a larger graph would not be
   * readable.
   */
  public static final int MAX_BUFFERS = 1_000;

  /** The kind of an operation. */
  public enum Kind {
    /** The openings by one call. */
    CALL,
    /** A mark. */
    MARK,
    /** The end of the ledger or, if the process is running, the time at which it was read. */
    END
  }

  private final Kind kind;
  private final String name;
  private final @Nullable String cycle;
  private final @Nullable Opening opening;
  private long startNanos;
  private long endNanos;
  private long opened;
  private @Nullable TallyEntry shown;
  private final Map<TypeEntry, Long> types = new LinkedHashMap<>();
  private final List<PlacedBuffer> buffers = new ArrayList<>();
  private long omittedBuffers;
  private int id;
  private int rank;

  private ViewerOperation(
      Kind kind, String name, @Nullable String cycle, @Nullable Opening opening, long nanos) {
    this.kind = kind;
    this.name = name;
    this.cycle = cycle;
    this.opening = opening;
    startNanos = nanos;
    endNanos = nanos;
  }

  /** Returns the operation for a mark or for the end. */
  static ViewerOperation moment(Kind kind, String name, long nanos) {
    return new ViewerOperation(kind, name, null, null, nanos);
  }

  /**
   * Returns the operation for the openings by one call.
   *
   * @param cycle the marks between which the openings occurred; null if there are no marks
   */
  static ViewerOperation call(String name, Opening opening, @Nullable String cycle, long nanos) {
    return new ViewerOperation(Kind.CALL, name, cycle, opening, nanos);
  }

  void opened(TallyEntry tally, long nanos) {
    startNanos = Math.min(startNanos, nanos);
    endNanos = Math.max(endNanos, nanos);
    opened++;
    types.merge(tally.type(), 1L, Long::sum);
    if (shown == null || (tally.type().hasBytes() && !shown.type().hasBytes())) {
      shown = tally;
    }
  }

  void placed(PlacedBuffer buffer) {
    if (buffers.size() < MAX_BUFFERS) {
      buffers.add(buffer);
    } else {
      omittedBuffers++;
    }
  }

  void number(int newId) {
    id = newId;
  }

  void rank(int newRank) {
    rank = newRank;
  }

  /** The number of the latest session of any device when the operation ended, counted from 0. */
  public int rank() {
    return rank;
  }

  /** The number of the operation, starting at 1; later operations have higher numbers. */
  public int id() {
    return id;
  }

  public Kind kind() {
    return kind;
  }

  public String name() {
    return name;
  }

  /** The marks between which the operation occurred; null if there are no marks. */
  public @Nullable String cycle() {
    return cycle;
  }

  /** The time of the operation's first opening, since the clock base of the ledger. */
  public long startNanos() {
    return startNanos;
  }

  /**
   * The time of the operation's last opening. The resources that are open after an operation are
   * those that were open at this time.
   */
  public long endNanos() {
    return endNanos;
  }

  /**
   * The number of openings that the operation represents, as far as they are still in the ledger.
   */
  public long opened() {
    return opened;
  }

  /** The number of resources of each type that the operation opened. */
  public Map<TypeEntry, Long> types() {
    return types;
  }

  /** The memory that the operation opened, at most a thousand buffers. */
  public List<PlacedBuffer> buffers() {
    return buffers;
  }

  /** The number of buffers that are not listed. */
  public long omittedBuffers() {
    return omittedBuffers;
  }

  /** The stack frame in the user's own code; null if there is none. */
  public @Nullable Frame yours() {
    return opening == null ? null : opening.yours();
  }

  /**
   * The stack of one of the operation's openings, preferably one that opened memory, innermost
   * frame first.
   */
  public List<Frame> stack() {
    return shown == null ? List.of() : shown.stack();
  }
}
