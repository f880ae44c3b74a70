package io.ttalloc.analysis.memory;

/** Two regions of one device space; per bank, the second starts where the first ends. */
public record Neighbours(
    DeviceSpace deviceSpace,
    long firstStart,
    long firstExtent,
    long secondStart,
    long secondExtent) {}
