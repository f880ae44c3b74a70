package io.ttalloc.analysis.site;

import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.Frame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stack that opened something, read by {@link CallSites}.
 *
 * @param frames innermost first; empty if stacks were not captured
 * @param sites names of the sites on the stack, innermost first
 * @param site the innermost of them; else {@code Class.method} of the first frame outside the
 *     resource's own class
 * @param title the call that the user's own code made, as {@code Ttnn.add}; the user's own method
 *     if that call only made the resource
 * @param siteFrame index of the frame that has the innermost name; -1 if none has one
 * @param yourFrame index of the first frame that belongs neither to the JDK nor to what is tracked;
 *     if all do, of the first outside the resource's class, or of the first outside its
 *     constructors if all is that class; -1 if there is none
 */
public record Opening(
    List<Frame> frames,
    List<String> sites,
    String site,
    String title,
    int siteFrame,
    int yourFrame) {

  /** What {@code site} is when there is no stack. */
  public static final String NO_STACK = "(stack not captured)";

  /** The line of the user's own code, or the innermost one; null without a stack. */
  public @Nullable Frame yours() {
    if (frames.isEmpty()) {
      return null;
    }
    return frames.get(Math.max(yourFrame, 0));
  }

  /**
   * The line that called the user's own method; null if the platform did, as it does for threads,
   * lambdas and reflection, or if the user's own method is not known.
   */
  public @Nullable Frame caller() {
    if (yourFrame < 0) {
      return null;
    }
    Frame yours = frames.get(yourFrame);
    for (Frame frame : frames.subList(yourFrame + 1, frames.size())) {
      if (JavaNames.isPlatform(frame.className())) {
        return null;
      }
      if (!JavaNames.call(frame).equals(JavaNames.call(yours))) { // else it called itself
        return frame;
      }
    }
    return null;
  }

  /** Whether both were opened by one execution path through one named site. */
  public boolean sameSiteAndCallers(Opening other) {
    return siteFrame >= 0
        && other.siteFrame >= 0
        && site.equals(other.site)
        && callers().equals(other.callers());
  }

  private List<Frame> callers() {
    return frames.subList(siteFrame + 1, frames.size());
  }
}
