package io.ttalloc.analysis.decision;

/**
 * The effect of one suppression on one report.
 *
 * @param findings how many findings it took, or would have taken within its budget
 * @param growing how many more it matched that remain leaks because they grow
 * @param count the resources of the findings that it took
 * @param bytes their bytes by handle, including reclaimed ones
 */
public record SuppressionUse(
    Suppression suppression, Status status, long findings, long growing, long count, long bytes) {

  public enum Status {
    /** It matched findings and took those that do not grow. */
    USED,
    /** It matched more than its budget allows, so it suppresses nothing. */
    OVER_BUDGET,
    /** It matched no finding. */
    UNUSED,
    /** Its last day has passed, so it was not tried. */
    EXPIRED
  }
}
