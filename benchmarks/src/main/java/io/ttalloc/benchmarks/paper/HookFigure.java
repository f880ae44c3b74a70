package io.ttalloc.benchmarks.paper;

/**
 * The cost of one operation of a subject. Immutable.
 *
 * @param subject its name in the JSON
 * @param title its name in the table
 * @param depth the number of frames on the stack
 * @param threads the number of threads that ran it at the same time
 * @param nanos nanoseconds per operation and thread
 */
public record HookFigure(String subject, String title, int depth, int threads, Estimate nanos) {}
