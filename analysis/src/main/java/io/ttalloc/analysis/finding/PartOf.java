package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.verdict.Verdict;

/**
 * Identifies the finding that other findings are a part of: closing its resources would close
 * theirs.
 *
 * @param fingerprint the fingerprint of that finding
 * @param verdict the verdict of that finding
 */
public record PartOf(String fingerprint, Verdict verdict) {
  /** Whether this identifies the given finding. */
  public boolean is(Finding whole) {
    return whole.identity().partOf() == null
        && whole.verdict() == verdict
        && whole.fingerprint().equals(fingerprint);
  }
}
