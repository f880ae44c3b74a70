package io.ttalloc.analysis.snapshot;

/**
 * How long the closed resources of one type and site lived.
 *
 * @param count closed ones
 */
public record Lifetime(
    String type,
    String site,
    long count,
    long p50Nanos,
    long p90Nanos,
    long p99Nanos,
    long maxNanos) {}
