package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * What one stack has open on one device and in one space: the same weighted stacks for every format
 * that shows stacks.
 */
record LiveStack(Finding finding, DeviceShare share) {
  /** Those of a report, in the order of findings, then devices. */
  static List<LiveStack> of(Report report) {
    List<LiveStack> stacks = new ArrayList<>();
    for (Finding finding : report.findings()) {
      for (DeviceShare share : finding.shares()) {
        stacks.add(new LiveStack(finding, share));
      }
    }
    return stacks;
  }

  /** How many are open. */
  long count() {
    return share.count();
  }

  /** Bytes by region: each region of memory that this finding has open counts once. */
  long bytes() {
    return share.regionBytes();
  }

  /** Its frames, outermost first, behind one each for verdict and place, which are no calls. */
  List<Frame> framesUnderItsPlace() {
    List<Frame> innermostFirst = finding.opening().frames();
    List<Frame> frames = new ArrayList<>(innermostFirst.size() + 2);
    frames.add(named("[" + finding.verdict() + "]"));
    frames.add(named("[" + share.place(finding.location().space()) + "]"));
    for (int i = innermostFirst.size() - 1; i >= 0; i--) {
      frames.add(innermostFirst.get(i));
    }
    if (innermostFirst.isEmpty()) {
      frames.add(named(Opening.NO_STACK));
    }
    return frames;
  }

  /** A frame that is no call. */
  private static Frame named(String name) {
    return new Frame("", name, null, -1);
  }

  /** {@code io.ttalloc.demo.MeshScenario.run}, or the name of what is no call. */
  static String call(Frame frame) {
    return frame.className().isEmpty() ? frame.method() : frame.className() + "." + frame.method();
  }
}
