package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One opening stack for each fingerprint of a report. The stacks of a fingerprint differ only by
 * the depth of a recursion and by the thread of an executor.
 *
 * @param byFingerprint innermost frame first; empty if the stack was not captured
 */
public record OpeningStacks(Map<String, List<Frame>> byFingerprint) {

  /** The stacks of a report's findings. */
  public static OpeningStacks of(List<Finding> findings) {
    Map<String, List<Frame>> all = new LinkedHashMap<>();
    for (Finding finding : findings) {
      all.putIfAbsent(finding.fingerprint(), finding.opening().frames());
    }
    return new OpeningStacks(all);
  }

  /** The stack of a fingerprint; empty if there is none. */
  public List<Frame> of(String fingerprint) {
    return byFingerprint.getOrDefault(fingerprint, List.of());
  }
}
