package io.ttalloc.analysis.snapshot;

import java.util.List;

/**
 * How long the closed resources of one type and site lived.
 *
 * @param count closed ones
 * @param powers how many lived 64 to 128 ns, 128 to 256 ns and so on; trailing zeros are cut
 */
public record Lifetime(
    String type,
    String site,
    long count,
    long p50Nanos,
    long p90Nanos,
    long p99Nanos,
    long maxNanos,
    List<Long> powers) {}
