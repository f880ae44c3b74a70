package io.ttalloc.analysis.report;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import java.util.List;

/**
 * The callers of one opening line.
 *
 * @param tree the callers that differ, with the frames that the stacks have in common before they
 *     branch
 * @param outermost the outermost frames that all stacks have in common
 */
public record Callers(CallerTree tree, List<Frame> outermost) {

  static Callers of(List<Finding> findings) {
    int common = CallerTree.commonOutermost(findings);
    List<Frame> first = findings.get(0).opening().frames();
    return new Callers(
        CallerTree.of(findings, common),
        List.copyOf(first.subList(first.size() - common, first.size())));
  }
}
