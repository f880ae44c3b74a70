package io.ttalloc.analysis.decision;

/**
 * What became of one suppression in one report.
 *
 * @param findings how many findings it took, or would have taken within its budget
 * @param growing how many more it matched that are leaks all the same, because they grow
 * @param count resources of those that it took
 * @param bytes their bytes by handle, reclaimed ones included
 */
public record SuppressionUse(
    Suppression suppression, Status status, long findings, long growing, long count, long bytes) {

  /** How it went. */
  public enum Status {
    /** It matched findings, and took those that do not grow. */
    USED,
    /** What it would have taken is more than it allows, so nothing is suppressed. */
    OVER_BUDGET,
    /** No finding was like that. */
    UNUSED,
    /** Its last day is over; it was not tried. */
    EXPIRED
  }
}
