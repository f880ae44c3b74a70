package io.ttalloc.benchmarks.process;

/**
 * The time used by a process. Immutable.
 *
 * @param seconds from its start to its end
 * @param cpuSeconds processor time in user and kernel mode
 */
record Spent(double seconds, double cpuSeconds) {}
