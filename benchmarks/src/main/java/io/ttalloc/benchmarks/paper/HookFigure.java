package io.ttalloc.benchmarks.paper;

/**
 * What one operation of a subject costs. Immutable.
 *
 * @param subject its name in the JSON
 * @param title what the table calls it
 * @param depth frames on the stack
 * @param threads how many did it at once
 * @param nanos nanoseconds per operation and thread
 */
public record HookFigure(String subject, String title, int depth, int threads, Estimate nanos) {}
