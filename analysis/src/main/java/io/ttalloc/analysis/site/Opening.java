package io.ttalloc.analysis.site;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stack that opened something, interpreted by {@link CallSites}.
 *
 * @param frames innermost first; empty if stacks were not captured
 * @param sites the names of the sites on the stack, innermost first
 * @param site the innermost site, or {@code Class.method} of the first frame outside the resource's
 *     own class
 * @param heading the call made by the user's own code, such as {@code Ttnn.add}, with its line if
 *     the call has no name. If the call only constructed the resource or is a platform call, which
 *     would not show where to look, the heading is the user's own method instead
 * @param call the same call with binary names, which distinguishes calls that look the same
 * @param siteFrame the index of the innermost frame that is a named site; -1 if there is none
 * @param yourFrame the index of the first frame of the user's own code; else of the first frame
 *     outside the JDK and the resource's class, or outside its constructors if the whole stack is
 *     in that class; -1 if there is none
 * @param libraryOnly whether the frame at {@code yourFrame} is known to belong to a library, as
 *     when a library's own thread has opened the resource
 * @param own the first frames of the user's own code from {@code yourFrame} outwards, each method
 *     once; empty if the frame at {@code yourFrame} belongs to a library or is unknown
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

  /** The {@code site} if there is no stack. */
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
   * The call by which the user's own code opened the resource: the frame just inside the user's own
   * frame, ignoring frames that only pass calls on; null if the user's own code opened it directly.
   */
  public @Nullable Frame called() {
    for (int i = yourFrame - 1; i >= 0; i--) {
      if (!GeneratedCalls.contains(frames.get(i).className())) {
        return frames.get(i);
      }
    }
    return null;
  }

  /** The index of the frame to be marked as the user's own; -1 if there is none. */
  public int markedFrame() {
    return libraryOnly ? -1 : yourFrame;
  }

  /**
   * The frame that called the user's own method. Null if that is unknown or if the platform called
   * it, as for threads, lambdas and reflection.
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
      if (!JavaNames.sameMethod(frame, yours)) { // otherwise it is a recursive call
        return frame;
      }
    }
    return null;
  }

  /**
   * The index of the first frame outside the user's own: the caller of the opening line. The number
   * of frames if the user's own frame is unknown, since its callers are then unknown as well.
   */
  public int callersFrom() {
    return yourFrame < 0 ? frames.size() : yourFrame + 1;
  }

  /** Whether both openings went through the same named site from the same callers. */
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
