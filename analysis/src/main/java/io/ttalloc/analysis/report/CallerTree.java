package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The callers of one opening line, as a tree with the innermost caller at its root: the frames that
 * its stacks have in common, then a branch for each different caller, those with the most resources
 * first. The tree is bounded; omitted callers are counted. Outermost frames that all stacks have in
 * common, such as those of a thread pool, are not part of it.
 *
 * @param count the number of resources opened through this node
 * @param stacks the number of stacks that lead through this node
 * @param frames the frames that these stacks have in common here, innermost first; empty only at
 *     the root
 * @param branches the callers of the last of these frames
 * @param others the number of omitted callers of that frame
 * @param otherCount the number of resources opened through omitted callers
 */
public record CallerTree(
    long count,
    int stacks,
    List<Frame> frames,
    List<CallerTree> branches,
    int others,
    long otherCount) {
  /** The maximum number of branches in the whole tree. */
  private static final int MAX_BRANCHES = 24;

  /** The maximum number of callers of one frame. */
  private static final int MAX_CALLERS = 8;

  /**
   * Returns the tree of findings whose stacks are equal up to the user's own frame.
   *
   * @param outermost how many frames at the end of all stacks are omitted
   */
  static CallerTree of(List<Finding> findings, int outermost) {
    Growing root = new Growing(findings, findings.get(0).opening().callersFrom(), outermost);
    PriorityQueue<Growing> open =
        new PriorityQueue<>(Comparator.comparingLong((Growing g) -> g.count).reversed());
    root.offerCallers(open);
    for (int shown = 0; shown < MAX_BRANCHES && !open.isEmpty(); shown++) {
      Growing next = open.remove();
      next.shown = true;
      next.offerCallers(open);
    }
    return root.toTree();
  }

  /**
   * The number of outermost frames that all stacks have in common, counting only frames outside the
   * user's own frame.
   */
  static int commonOutermost(List<Finding> findings) {
    List<Frame> first = findings.get(0).opening().frames();
    int from = findings.get(0).opening().callersFrom();
    int common = first.size() - from;
    for (Finding finding : findings) {
      List<Frame> stack = finding.opening().frames();
      int max = Math.min(common, stack.size() - from);
      common = 0;
      while (common < max
          && stack.get(stack.size() - 1 - common).equals(first.get(first.size() - 1 - common))) {
        common++;
      }
    }
    return common;
  }

  /** The number of resources whose stacks end with the last of this node's frames. */
  public long outermostCount() {
    return count - otherCount - branches.stream().mapToLong(CallerTree::count).sum();
  }

  /** A branch under construction. */
  private static final class Growing {
    private final List<Finding> findings;
    private final long count;
    private final List<Frame> frames;
    private final List<Growing> callers = new ArrayList<>();
    private final int outermost;
    private final int end;
    private boolean shown;

    Growing(List<Finding> findings, int from, int outermost) {
      this.findings = findings;
      this.outermost = outermost;
      count = findings.stream().mapToLong(finding -> finding.amount().count()).sum();
      List<Frame> first = stackOf(findings.get(0));
      int common = first.size();
      for (Finding finding : findings) {
        common = commonHead(first, stackOf(finding), from, common);
      }
      end = common;
      frames = first.subList(from, end);
    }

    private List<Frame> stackOf(Finding finding) {
      List<Frame> frames = finding.opening().frames();
      return frames.subList(0, frames.size() - outermost);
    }

    private static int commonHead(List<Frame> a, List<Frame> b, int from, int to) {
      int max = Math.min(to, b.size());
      int at = from;
      while (at < max && a.get(at).equals(b.get(at))) {
        at++;
      }
      return at;
    }

    void offerCallers(PriorityQueue<Growing> open) {
      Map<Frame, List<Finding>> byCaller = new LinkedHashMap<>();
      for (Finding finding : findings) {
        List<Frame> stack = stackOf(finding);
        if (end < stack.size()) {
          byCaller.computeIfAbsent(stack.get(end), k -> new ArrayList<>()).add(finding);
        }
      }
      byCaller.values().forEach(members -> callers.add(new Growing(members, end, outermost)));
      callers.sort(Comparator.comparingLong((Growing g) -> g.count).reversed());
      open.addAll(callers.subList(0, Math.min(MAX_CALLERS, callers.size())));
    }

    CallerTree toTree() {
      List<CallerTree> branches = new ArrayList<>();
      int others = 0;
      long otherCount = 0;
      for (Growing caller : callers) {
        if (caller.shown) {
          branches.add(caller.toTree());
        } else {
          others++;
          otherCount += caller.count;
        }
      }
      return new CallerTree(
          count, findings.size(), List.copyOf(frames), List.copyOf(branches), others, otherCount);
    }
  }
}
