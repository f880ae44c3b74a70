package io.ttalloc.analysis.decision;

import io.ttalloc.ledger.read.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of frames {@code package.Class.method}, innermost first; any frames may follow the
 * last.
 *
 * @param frames null stands for any number of frames
 */
record StackPattern(List<@Nullable Glob> frames) {

  /** Stands for any number of frames in a file. */
  static final String ANY = "...";

  /** Whether every stack matches. */
  boolean asksNothing() {
    return frames.stream().allMatch(frame -> frame == null || frame.isAny());
  }

  boolean matches(List<Frame> stack) {
    int at = 0;
    int next = 0;
    int any = -1;
    int restart = 0;
    while (next < frames.size()) {
      Glob wanted = frames.get(next);
      if (wanted == null) {
        any = next++;
        restart = at;
      } else if (at == stack.size()) {
        return false;
      } else if (wanted.matches(text(stack.get(at)))) {
        next++;
        at++;
      } else if (any >= 0) {
        next = any + 1;
        at = ++restart;
      } else {
        return false;
      }
    }
    return true;
  }

  private static String text(Frame frame) {
    return frame.className() + "." + frame.method();
  }
}
