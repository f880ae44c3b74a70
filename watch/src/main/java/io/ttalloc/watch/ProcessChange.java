package io.ttalloc.watch;

import io.ttalloc.watch.ledgers.ProcessState;

/**
 * A process that was first seen, or that has ended.
 *
 * @param to what it is now; {@link ProcessState#RUNNING} when it was first seen
 */
public record ProcessChange(ProcessView process, ProcessState to) {}
