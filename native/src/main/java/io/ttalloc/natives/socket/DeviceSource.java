package io.ttalloc.natives.socket;

import io.ttalloc.natives.socket.wire.DeviceInfo;
import java.util.Collection;
import java.util.List;

/**
 * What is known of the devices beside what processes say of their buffers. Asked by the server's
 * thread for each query, so it must answer at once.
 */
@FunctionalInterface
public interface DeviceSource {
  /** Each device once, in any order. */
  Collection<DeviceInfo> devices();

  /**
   * A source that knows nothing: the devices are those that processes have named, without sizes.
   */
  static DeviceSource none() {
    return List::of;
  }
}
