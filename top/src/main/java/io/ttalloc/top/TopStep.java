package io.ttalloc.top;

import io.ttalloc.watch.ProcessView;
import org.jspecify.annotations.Nullable;

/**
 * What a key leads to.
 *
 * @param view what is to be shown
 * @param mark a mark to be set; null for none
 */
public record TopStep(TopView view, boolean quit, @Nullable Mark mark) {

  /** A mark to be set in a process. */
  public record Mark(ProcessView process, String name) {}

  static TopStep to(TopView view) {
    return new TopStep(view, false, null);
  }
}
