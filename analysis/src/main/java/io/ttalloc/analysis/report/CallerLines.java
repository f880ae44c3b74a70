package io.ttalloc.analysis.report;

import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Writes callers as lines of text, for the text report and the web page. */
public final class CallerLines {
  /** The maximum number of frames to show in a row without a branch. */
  private static final int MAX_FRAMES = 4;

  private static final String GAP = "  ";

  private final List<String> lines = new ArrayList<>();

  private CallerLines() {}

  /** Returns the lines, the innermost caller first as in a stack trace. */
  public static List<String> of(Callers callers) {
    CallerLines text = new CallerLines();
    text.frames("", "", callers.tree().frames());
    text.callers("", callers.tree(), callers.outermost().isEmpty());
    if (!callers.outermost().isEmpty()) {
      text.frames("all: ", "     ", callers.outermost());
    }
    return List.copyOf(text.lines);
  }

  private void frames(String count, String indent, List<Frame> frames) {
    boolean fits = frames.size() <= MAX_FRAMES + 1;
    int shown = fits ? frames.size() : MAX_FRAMES;
    for (int i = 0; i < shown; i++) {
      lines.add((i == 0 ? count : indent) + JavaNames.fullFrame(frames.get(i)));
    }
    if (!fits) {
      lines.add(indent + "... " + (frames.size() - shown) + " more frames");
    }
  }

  private void callers(String indent, CallerTree tree, boolean complete) {
    long outermost = tree.outermostCount();
    List<CallerTree> branches = tree.branches();
    long max = Math.max(tree.otherCount(), branches.isEmpty() ? 0 : branches.get(0).count());
    int width = Numbers.grouped(Math.max(max, outermost)).length();
    String below = indent + " ".repeat(width) + GAP;
    for (CallerTree branch : branches) {
      frames(indent + counted(branch.count(), width), below, branch.frames());
      callers(below, branch, complete);
    }
    if (outermost > 0 && (tree.others() > 0 || !branches.isEmpty())) {
      String directly = complete ? "with no further caller" : "directly";
      lines.add(indent + counted(outermost, width) + directly);
    }
    if (tree.others() > 0) {
      String more = branches.isEmpty() ? "caller" : "more caller";
      lines.add(
          indent
              + counted(tree.otherCount(), width)
              + "from "
              + Numbers.counted(tree.others(), more));
    }
  }

  private static String counted(long count, int width) {
    String number = Numbers.grouped(count);
    return " ".repeat(width - number.length()) + number + GAP;
  }
}
