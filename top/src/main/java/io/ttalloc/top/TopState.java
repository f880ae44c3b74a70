package io.ttalloc.top;

import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.natives.NativeState;

/**
 * The state of all processes that a screen shows, at one moment. Immutable.
 *
 * @param machine the processes with a ledger
 * @param natives the native processes, which have no ledger
 */
public record TopState(MachineState machine, NativeState natives) {}
