package io.ttalloc.analysis;

/**
 * What a caller may choose.
 *
 * @param keptExamples how many addresses, labels, threads and owners of a finding are kept
 * @param growingCycles how many cycles in a row must leave something open for it to be growth
 */
public record AnalysisOptions(int keptExamples, int growingCycles) {
  /** Sixteen examples; three cycles. */
  public static AnalysisOptions defaults() {
    return new AnalysisOptions(16, 3);
  }
}
