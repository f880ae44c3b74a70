package io.ttalloc.ledger.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves the ids in records. An id without a record is never an error. */
public interface RecordContext {
  /** The text with the given id; {@code "?"} if there is none. */
  String text(int id);

  /** Like {@link #text}, but null for the id 0. */
  @Nullable String textOrNull(int id);

  /** The frames of a stack, innermost first; empty if there is no such stack. */
  List<Frame> stack(int id);

  /** The type with the given id; a type named {@code "?"} if there is none. */
  TypeEntry type(int id);

  /**
   * Reports that a record is ignored because its content is impossible.
   *
   * @param what the defect, such as {@code the origin at 0x40 has unknown flags}
   */
  void ignored(String what);
}
