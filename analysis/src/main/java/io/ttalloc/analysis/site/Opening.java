package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stack that opened something, interpreted by {@link CallSites}.
 *
 * @param frames innermost first; empty if stacks were not captured
 * @param sites names of the sites on the stack, innermost first
 * @param site the innermost of them, or {@code Class.method} of the first frame outside the
 *     resource's own class
 * @param heading the call that the user's own code made, as {@code Ttnn.add}; the user's own method
 *     if that call only constructed the resource, or is one of the platform, which says nothing of
 *     where to look; with its line if it has no name
 * @param call the same with the names of the class file, by which calls that read alike differ
 * @param siteFrame index of the innermost frame that is a named site; -1 if none is
 * @param yourFrame index of the first frame that is the user's own code; if none is, of the first
 *     outside the JDK and the resource's class, or outside its constructors if the whole stack is
 *     that class; -1 if there is none
 * @param libraryOnly whether that frame is known to be a library's, as when a library's own thread
 *     has opened it
 * @param own the first frames of the user's own code from that frame outward, each method once;
 *     empty if that frame is a library's or unknown
 */
public record Opening(
    List<Frame> frames,
    List<String> sites,
    String site,
    Title heading,
    String call,
    int siteFrame,
    int yourFrame,
    boolean libraryOnly,
    List<Frame> own) {

  /** The {@code site} where there is no stack. */
  public static final String NO_STACK = "(stack not captured)";

  /** The text of the heading. */
  public String title() {
    return heading.text();
  }

  /** The user's own frame, or the innermost one; null without a stack. */
  public @Nullable Frame yours() {
    if (frames.isEmpty()) {
      return null;
    }
    return frames.get(Math.max(yourFrame, 0));
  }

  /**
   * The call by which the user's own code had it opened: the frame inside the user's own, without
   * what only passes calls on; null if that opened it directly.
   */
  public @Nullable Frame called() {
    for (int i = yourFrame - 1; i >= 0; i--) {
      if (!GeneratedCalls.contains(frames.get(i).className())) {
        return frames.get(i);
      }
    }
    return null;
  }

  /** Index of the frame to be marked as the user's own; -1 if none is. */
  public int markedFrame() {
    return libraryOnly ? -1 : yourFrame;
  }

  /**
   * The frame that called the user's own method; null if that is unknown or if the platform called
   * it, as it does for threads, lambdas and reflection.
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
      if (!JavaNames.sameMethod(frame, yours)) { // else it called itself
        return frame;
      }
    }
    return null;
  }

  /**
   * Index of the first frame behind the user's own: the caller of the opening line. The number of
   * frames if the user's own is unknown, since it is not known then which of them are callers.
   */
  public int callersFrom() {
    return yourFrame < 0 ? frames.size() : yourFrame + 1;
  }

  /** Whether both came through the same named site from the same callers. */
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
