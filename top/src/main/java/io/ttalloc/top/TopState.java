package io.ttalloc.top;

import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.natives.NativeState;

/**
 * All that a screen shows, as of one moment. Immutable.
 *
 * @param machine processes with a ledger
 * @param natives native processes, which have none
 */
public record TopState(MachineState machine, NativeState natives) {}
