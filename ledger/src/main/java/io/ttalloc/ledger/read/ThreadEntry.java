package io.ttalloc.ledger.read;

import java.util.List;

/**
 * A thread that ran when the process ended.
 *
 * @param name as slots have it; not unique
 * @param stack innermost first
 */
public record ThreadEntry(String name, List<Frame> stack) {}
