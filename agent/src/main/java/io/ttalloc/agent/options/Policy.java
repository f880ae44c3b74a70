package io.ttalloc.agent.options;

/**
 * What follows from what was found. Immutable.
 *
 * @param failOnLeak whether a leak replaces the exit status
 * @param exitStatus by what it does, from 1 to 255
 */
public record Policy(boolean failOnLeak, int exitStatus) {}
