package io.ttalloc.analysis.fold;

/**
 * A way in which resources are kept reachable.
 *
 * @param count how many of a finding's resources are kept so
 * @param text from a root to the resource; indexes, keys and numbers of threads are {@code *} if
 *     there are several
 */
public record HolderPath(long count, String text) {}
