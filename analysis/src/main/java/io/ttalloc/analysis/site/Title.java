package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.SourceNames;
import org.jspecify.annotations.Nullable;

/**
 * The call by which reports name what it opened.
 *
 * @param call as {@code Ttnn.add}
 * @param source its line, as {@code Main.java:48}, where several calls have this name; else null
 */
public record Title(String call, @Nullable String source) {
  /**
   * The title of a call. Several lambdas of a method have one name, and so have anonymous classes.
   */
  static Title of(Frame called) {
    String call = JavaNames.call(called);
    return new Title(call, SourceNames.isUnnamed(call) ? JavaNames.source(called) : null);
  }

  /** The call, with its line if it has one. */
  public String text() {
    return source == null ? call : call + "(" + source + ")";
  }
}
