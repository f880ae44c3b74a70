package io.ttalloc.analysis.report.text;

import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes stacks, innermost frame first. A stack that mostly repeats an earlier one is reduced to
 * the frames that differ.
 */
final class StackText {
  private static final int MAX_FRAMES = 40;
  private static final int REPEATED = 3;

  private record Printed(String name, List<Frame> frames, int yourFrame) {}

  private final Lines lines;
  private final List<Printed> printed = new ArrayList<>();

  StackText(Lines lines) {
    this.lines = lines;
  }

  /** Writes a stack. Later stacks refer to it by {@code name}, such as {@code 2} or {@code 2b}. */
  void write(String indent, String heading, Opening opening, String name) {
    List<Frame> frames = opening.frames();
    Printed like = mostAlike(frames);
    int head = like == null ? 0 : commonHead(frames, like.frames());
    int tail = like == null ? 0 : commonTail(frames, like.frames(), head);
    if (like == null || head + tail < REPEATED) {
      printed.add(new Printed(name, frames, opening.yourFrame()));
      lines.line(indent + heading);
      frames(lines, indent, frames, 0, frames.size(), opening.markedFrame());
      return;
    }
    if (head + tail == frames.size() && frames.size() == like.frames().size()) {
      lines.line(indent + heading + " (stack as in " + like.name() + ")");
      return;
    }
    String how =
        head > 0 ? "stack as in " + like.name() + ", but" : "the rest as in " + like.name();
    lines.line(indent + heading + " (" + how + ")");
    int to = frames.size() - tail;
    int your = opening.yourFrame();
    // The user's own frame may be at another position in the earlier stack; then it must be shown
    // for this stack as well.
    boolean marked = frames.size() - your == like.frames().size() - like.yourFrame();
    to = your >= to && !marked ? your + 1 : to;
    frames(lines, indent, frames, head, to, yourFrame(opening, head, to));
  }

  /** Writes a stack up to the user's own frame; that frame's callers are written as a tree. */
  void writeLine(String indent, String heading, Opening opening) {
    lines.line(indent + heading);
    frames(lines, indent, opening.frames(), 0, opening.callersFrom(), opening.markedFrame());
  }

  /**
   * Returns the index of the frame to mark as the user's own, or -1 if none is known. If the user's
   * own frame is omitted because an earlier stack has it too, this is the first written frame of
   * the same package instead.
   */
  private static int yourFrame(Opening opening, int from, int to) {
    int your = opening.markedFrame();
    if (your < 0 || your >= from) {
      return your;
    }
    List<Frame> frames = opening.frames();
    String ownPackage = JavaNames.packageOf(frames.get(your).className());
    for (int i = from; i < to; i++) {
      if (JavaNames.packageOf(frames.get(i).className()).equals(ownPackage)) {
        return i;
      }
    }
    return -1;
  }

  /** Writes the frames from index {@code from} to {@code to} (exclusive), but at most 40. */
  static void frames(
      Lines lines, String indent, List<Frame> frames, int from, int to, int yourFrame) {
    int end = Math.min(to, from + MAX_FRAMES);
    for (int i = from; i < end; i++) {
      String yours = i == yourFrame ? "   <- your code" : "";
      lines.line(indent + "  " + JavaNames.fullFrame(frames.get(i)) + yours);
    }
    if (end < to) {
      lines.line(indent + "  ... " + Numbers.counted(to - end, "more frame"));
    }
  }

  private @Nullable Printed mostAlike(List<Frame> frames) {
    Printed best = null;
    int max = 0;
    for (Printed candidate : printed) {
      int head = commonHead(frames, candidate.frames());
      int alike = head + commonTail(frames, candidate.frames(), head);
      if (alike > max) {
        max = alike;
        best = candidate;
      }
    }
    return best;
  }

  private static int commonHead(List<Frame> a, List<Frame> b) {
    int max = Math.min(a.size(), b.size());
    int head = 0;
    while (head < max && a.get(head).equals(b.get(head))) {
      head++;
    }
    return head;
  }

  private static int commonTail(List<Frame> a, List<Frame> b, int head) {
    int max = Math.min(a.size(), b.size()) - head;
    int tail = 0;
    while (tail < max && a.get(a.size() - 1 - tail).equals(b.get(b.size() - 1 - tail))) {
      tail++;
    }
    return tail;
  }
}
