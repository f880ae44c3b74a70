package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.verdict.Verdict;

/**
 * Which finding other ones are a part of: closing what it has would close theirs.
 *
 * @param fingerprint the identity of that finding
 * @param verdict its verdict
 */
public record PartOf(String fingerprint, Verdict verdict) {
  /** Whether this is that finding. */
  public boolean is(Finding whole) {
    return whole.identity().partOf() == null
        && whole.verdict() == verdict
        && whole.fingerprint().equals(fingerprint);
  }
}
