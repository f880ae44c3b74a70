package io.ttalloc.analysis.fold;

/** What one cycle left open of a finding; {@code mark} ended the cycle. */
public record GrowthStep(String mark, long count, long bytes) {}
