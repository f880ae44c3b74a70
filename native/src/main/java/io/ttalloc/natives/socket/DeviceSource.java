package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.wire.DeviceInfo;
import java.util.Collection;
import java.util.List;

/**
 * A source of information on devices, in addition to the reports that processes send. Called on the
 * server's thread for each query, so it must return immediately.
 */
@FunctionalInterface
public interface DeviceSource {
  /** Each device once, in any order. */
  Collection<DeviceInfo> devices();

  /**
   * Returns an empty source. The only known devices are then those that occur in messages of
   * processes, and their sizes are unknown.
   */
  static DeviceSource none() {
    return List::of;
  }
}
