package io.ttalloc.ledger.record;

import org.jspecify.annotations.Nullable;

/**
 * One frame of a stack.
 *
 * @param file the source file; null if the class file does not specify it
 * @param line the line number; negative if unknown, -2 in a native method
 */
public record Frame(String className, String method, @Nullable String file, int line) {}
