package io.ttalloc.analysis.report.stacks;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.finding.Share;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.ledger.read.Frame;
import java.util.ArrayList;
import java.util.List;

/** A report's open resources as weighted stacks, the same for every format that shows stacks. */
public final class LiveStacks {
  private LiveStacks() {}

  /** In the order of findings, then devices. */
  public static List<LiveStack> of(Report report) {
    List<LiveStack> stacks = new ArrayList<>();
    for (Finding finding : report.findings()) {
      for (Share share : finding.shares()) {
        stacks.add(
            new LiveStack(
                finding.verdict(),
                share.device(),
                finding.location().space(),
                finding.type(),
                finding.opening().frames(),
                share.count(),
                share.regionBytes()));
      }
    }
    return stacks;
  }

  /**
   * The names of a stack, outermost first: verdict and place in brackets, then the frames.
   *
   * @param stack at least its verdict and its place are named
   */
  public static List<String> names(LiveStack stack) {
    List<String> names = new ArrayList<>(stack.frames().size() + 2);
    names.add("[" + stack.verdict().name() + "]");
    names.add("[" + stack.place() + "]");
    for (int i = stack.frames().size() - 1; i >= 0; i--) {
      names.add(name(stack.frames().get(i)));
    }
    if (stack.frames().isEmpty()) {
      names.add(Opening.NO_STACK);
    }
    return names;
  }

  /** {@code io.ttalloc.demo.MeshScenario.run:49}, without the line if it is not known. */
  public static String name(Frame frame) {
    String call = frame.className() + "." + frame.method();
    return frame.line() < 0 ? call : call + ":" + frame.line();
  }
}
