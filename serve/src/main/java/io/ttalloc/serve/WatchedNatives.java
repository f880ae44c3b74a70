package io.ttalloc.serve;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.ttalloc.watch.DeviceUse;
import io.ttalloc.watch.MachineState;
import io.ttalloc.watch.natives.NativeState;
import java.io.Closeable;
import java.util.List;

/** Native processes as a monitor watches them. Thread-safe. */
public interface WatchedNatives extends Closeable {
  /** Watches no native processes. */
  WatchedNatives NONE =
      new WatchedNatives() {
        @Override
        public NativeState state() {
          return NativeState.NONE;
        }

        @Override
        public List<MetricSnapshot> metrics() {
          return List.of();
        }

        @Override
        public List<DeviceUse> devices() {
          return List.of();
        }

        @Override
        public long open() {
          return 0;
        }

        @Override
        public long ended() {
          return 0;
        }

        @Override
        public void publish(MachineState machine) {}

        @Override
        public void close() {}
      };

  /** Returns the current allocations. */
  NativeState state();

  /** Returns the current allocations as metrics. */
  List<MetricSnapshot> metrics();

  /** Returns the memory use that running processes have reported, by device and space. */
  List<DeviceUse> devices();

  /** Returns the number of allocations that running processes have reported and not freed. */
  long open();

  /** Returns the number of processes that have reported allocations and have ended so far. */
  long ended();

  /**
   * Takes the latest state of processes with a ledger: queries on devices are answered from it, and
   * it is shown among the native processes if the user has asked for that.
   */
  void publish(MachineState machine);

  @Override
  void close();
}
