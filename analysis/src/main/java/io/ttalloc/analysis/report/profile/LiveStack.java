package io.ttalloc.analysis.report.profile;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.analysis.fold.DeviceShare;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.report.Report;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The open resources of one stack in one space of one device. All profiler formats that show stacks
 * use this record, so that they show the same weights.
 *
 * @param heapBytes the heap bytes that would be freed if all resources of the finding were; 0
 *     except for the first device of the finding
 */
record LiveStack(Finding finding, DeviceShare share, long heapBytes) {
  /** Returns the live stacks of a report, in the order of findings, then devices. */
  static List<LiveStack> of(Report report) {
    List<LiveStack> stacks = new ArrayList<>();
    for (Finding finding : report.findings()) {
      long heapBytes = finding.ownership().kept().heapBytes();
      for (DeviceShare share : finding.shares()) {
        stacks.add(new LiveStack(finding, share, heapBytes));
        heapBytes = 0;
      }
    }
    return stacks;
  }

  /** Whether a heap dump shows that heap bytes would be freed with any of the findings. */
  static boolean knowHeap(List<LiveStack> stacks) {
    return stacks.stream().anyMatch(stack -> stack.heapBytes() > 0);
  }

  /** The path that keeps the most of these resources reachable; null if it is unknown. */
  @Nullable String keptBy() {
    List<HolderPath> paths = finding.ownership().paths();
    return paths.isEmpty() ? null : paths.get(0).text();
  }

  long count() {
    return share.count();
  }

  /** The open bytes, counting each region of the finding once. */
  long bytes() {
    return share.regionBytes();
  }

  /**
   * Returns a frame for the verdict and a frame for the device, followed by the frames of the
   * stack, outermost first.
   */
  List<Frame> framesUnderVerdictAndDevice() {
    List<Frame> innermostFirst = finding.opening().frames();
    List<Frame> frames = new ArrayList<>(innermostFirst.size() + 2);
    frames.add(named("[" + finding.verdict() + "]"));
    frames.add(named("[" + share.deviceAndSpace(finding.location().space()) + "]"));
    for (int i = innermostFirst.size() - 1; i >= 0; i--) {
      frames.add(innermostFirst.get(i));
    }
    if (innermostFirst.isEmpty()) {
      frames.add(named(Opening.NO_STACK));
    }
    return frames;
  }

  /** Returns a frame that has a name instead of a call. */
  private static Frame named(String name) {
    return new Frame("", name, null, -1);
  }

  /**
   * Returns the called method, such as {@code io.ttalloc.demo.MeshScenario.run}, or the name of a
   * frame that is not a call.
   */
  static String call(Frame frame) {
    return frame.className().isEmpty() ? frame.method() : frame.className() + "." + frame.method();
  }
}
