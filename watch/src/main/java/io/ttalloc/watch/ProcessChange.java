package io.ttalloc.watch;

import io.ttalloc.watch.ledgers.ProcessState;

/**
 * A process that was first seen, or that has ended.
 *
 * @param to its state now; {@link ProcessState#RUNNING} when it was first seen
 */
public record ProcessChange(ProcessView process, ProcessState to) {}
