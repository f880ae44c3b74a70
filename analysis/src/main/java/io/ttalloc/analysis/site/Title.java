package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.SourceNames;
import org.jspecify.annotations.Nullable;

/**
 * The call that reports use as a title for the resources that it opened.
 *
 * @param call the call, such as {@code Ttnn.add}
 * @param source the line of the call, such as {@code Main.java:48}, if several calls have the same
 *     name; else null
 */
public record Title(String call, @Nullable String source) {
  /**
   * Returns the title of a call. It includes the line for lambdas and anonymous classes, since
   * several of them in one method have the same name.
   */
  public static Title of(Frame called) {
    String call = JavaNames.call(called);
    return new Title(call, SourceNames.isUnnamed(call) ? JavaNames.source(called) : null);
  }

  /** The call, with its line if it has one. */
  public String text() {
    return source == null ? call : call + "(" + source + ")";
  }
}
