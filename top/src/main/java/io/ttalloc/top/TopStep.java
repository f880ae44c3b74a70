package io.ttalloc.top;

import io.ttalloc.watch.ProcessView;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a key.
 *
 * @param view the new view
 * @param mark a mark to set; null for none
 */
public record TopStep(TopView view, boolean quit, @Nullable Mark mark) {

  /** A mark to set in a process. */
  public record Mark(ProcessView process, String name) {}

  static TopStep to(TopView view) {
    return new TopStep(view, false, null);
  }
}
