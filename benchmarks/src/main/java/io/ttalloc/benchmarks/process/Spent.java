package io.ttalloc.benchmarks.process;

/**
 * What a process took. Immutable.
 *
 * @param seconds from its start to its end
 * @param cpuSeconds processor time, in user and kernel
 */
record Spent(double seconds, double cpuSeconds) {}
