package io.ttalloc.watch;

import io.ttalloc.watch.ledgers.ProcessState;

/**
 * A process that was seen for the first time, has ended, or is no longer tracked.
 *
 * @param to the current state of the process; {@link ProcessState#RUNNING} only if the process was
 *     seen for the first time
 */
public record ProcessChange(ProcessView process, ProcessState to) {}
