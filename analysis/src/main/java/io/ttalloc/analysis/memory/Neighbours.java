package io.ttalloc.analysis.memory;

/** Two regions of one place of which the second starts, per bank, where the first ends. */
public record Neighbours(
    Place place, long firstStart, long firstExtent, long secondStart, long secondExtent) {}
