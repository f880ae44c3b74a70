package io.ttalloc.analysis.decision;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for stacks: patterns for frames, innermost first. A matching stack may have any frames
 * after the last frame of the pattern. A frame is written as in the text report or with the names
 * of the class file, with or without its line: {@code com.acme.Shop.Cart.add(Shop.java:12)} and
 * {@code com.acme.Shop$Cart.add} match the same frame.
 *
 * @param frames the patterns; null stands for any number of frames
 */
record StackPattern(List<@Nullable Glob> frames) {

  /** The text that stands for any number of frames in a suppression file. */
  static final String ANY = "...";

  /** The marker after the user's own frame in the text report. */
  private static final String YOUR_CODE = "<- your code";

  /** Whitespace, except within {@code (unknown source)}. */
  private static final String BETWEEN_FRAMES = "\\s+(?![^(]*\\))";

  /** Parses frames that are separated by whitespace; they may be copied from a report. */
  static List<@Nullable Glob> framesOf(String written) {
    List<@Nullable Glob> frames = new ArrayList<>();
    String copied = written.replace(YOUR_CODE, "").strip();
    for (String frame : copied.split(BETWEEN_FRAMES, -1)) {
      frames.add(frame.equals(ANY) ? null : new Glob(frame));
    }
    return frames;
  }

  /** Whether the pattern matches every stack. */
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
      } else if (matches(wanted, stack.get(at))) {
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

  private static boolean matches(Glob wanted, Frame frame) {
    String binary = frame.className() + "." + frame.method();
    String source = "(" + JavaNames.source(frame) + ")";
    return wanted.matches(binary)
        || wanted.matches(JavaNames.fullCall(frame))
        || wanted.matches(binary + source)
        || wanted.matches(JavaNames.fullFrame(frame));
  }
}
