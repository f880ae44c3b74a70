package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.verdict.Verdict;

/**
 * Identifies a finding of which other findings are a part: closing the resources of that finding
 * would close the resources of the others.
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
