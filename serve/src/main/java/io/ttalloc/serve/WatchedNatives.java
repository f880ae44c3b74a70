package io.ttalloc.serve;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.natives.NativeState;
import java.io.Closeable;
import java.util.List;

/** The native processes that a monitor watches; by default there are none. Thread-safe. */
public interface WatchedNatives extends Closeable {
  /** Watches no native processes. */
  WatchedNatives NONE = new WatchedNatives() {};

  /** Returns the current allocations. */
  default NativeState state() {
    return NativeState.NONE;
  }

  /** Returns the current allocations as metrics. */
  default List<MetricSnapshot> metrics() {
    return List.of();
  }

  /** Returns the memory use that running processes have reported, by device and space. */
  default List<DeviceUse> devices() {
    return List.of();
  }

  /** Returns the number of allocations that running processes have reported and not freed. */
  default long open() {
    return 0;
  }

  /** Returns the number of processes that have reported allocations and have ended so far. */
  default long ended() {
    return 0;
  }

  /**
   * Receives the latest state of processes with a ledger. Queries about devices are answered from
   * this state. If the user has requested it, the processes are also published among the native
   * ones.
   */
  default void publish(MachineState machine) {}

  @Override
  default void close() {}
}
