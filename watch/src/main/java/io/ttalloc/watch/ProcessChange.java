package io.ttalloc.watch;

import io.ttalloc.watch.ledgers.ProcessState;

/**
 * A process that was seen for the first time, or that has ended.
 *
 * @param to its current state; {@link ProcessState#RUNNING} when it was seen for the first time
 */
public record ProcessChange(ProcessView process, ProcessState to) {}
