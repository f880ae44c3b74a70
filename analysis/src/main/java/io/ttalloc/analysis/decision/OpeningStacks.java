package io.ttalloc.analysis.decision;

import io.ttalloc.analysis.finding.Finding;
import io.ttalloc.ledger.record.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One opening stack for each fingerprint of a report. Stacks with the same fingerprint differ only
 * in the depth of a recursion or in how an executor ran them.
 *
 * @param byFingerprint stacks by fingerprint, innermost frame first; empty if the stack was not
 *     captured
 */
public record OpeningStacks(Map<String, List<Frame>> byFingerprint) {

  /** Returns the opening stacks of a report's findings. */
  public static OpeningStacks of(List<Finding> findings) {
    Map<String, List<Frame>> all = new LinkedHashMap<>();
    for (Finding finding : findings) {
      all.putIfAbsent(finding.fingerprint(), finding.opening().frames());
    }
    return new OpeningStacks(all);
  }

  /** Returns the stack of the given fingerprint; empty if there is none. */
  public List<Frame> of(String fingerprint) {
    return byFingerprint.getOrDefault(fingerprint, List.of());
  }
}
