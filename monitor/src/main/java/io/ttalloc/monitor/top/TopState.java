package io.ttalloc.monitor.top;

import io.ttalloc.monitor.live.MachineState;
import io.ttalloc.monitor.natives.NativeState;

/**
 * All that a screen shows, as of one moment. Immutable.
 *
 * @param machine processes with a ledger
 * @param natives TT-Metal's own processes, which have none
 */
public record TopState(MachineState machine, NativeState natives) {}
