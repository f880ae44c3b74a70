package io.ttalloc.runtime.session;

import io.ttalloc.runtime.memory.Block;
import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.profile.BufferType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The statistics of one space of one chip, summed over all sessions.
 *
 * @param deviceId the id of the chip
 * @param space the memory space
 * @param sessions the number of sessions with blocks in the space
 * @param allocatedBytes the allocated bytes of all sessions
 * @param distinctBytes the allocated bytes if each address is counted only once, as if an address
 *     identified an allocation
 * @param handles the number of handles in all sessions
 * @param handleBytes the bytes of these handles
 * @param freeCount the number of blocks and circular buffers freed so far, in the sessions whose
 *     statistics are still available
 */
public record DeviceStatistics(
    int deviceId,
    BufferType space,
    int sessions,
    long allocatedBytes,
    long distinctBytes,
    int handles,
    long handleBytes,
    long freeCount) {

  /** Sums the rows of one chip and one space; each row is from a different session. */
  static DeviceStatistics sum(int deviceId, BufferType space, List<SpaceStatistics> rows) {
    Map<Long, Long> bytesByAddress = new HashMap<>();
    for (SpaceStatistics row : rows) {
      for (Block block : row.blocks()) {
        bytesByAddress.merge(block.address(), block.sizeBytes(), Math::max);
      }
    }
    return new DeviceStatistics(
        deviceId,
        space,
        (int) rows.stream().filter(row -> !row.blocks().isEmpty()).count(),
        rows.stream().mapToLong(SpaceStatistics::allocatedBytes).sum(),
        bytesByAddress.values().stream().mapToLong(Long::longValue).sum(),
        rows.stream().mapToInt(SpaceStatistics::handles).sum(),
        rows.stream().mapToLong(SpaceStatistics::handleBytes).sum(),
        rows.stream().mapToLong(SpaceStatistics::freeCount).sum());
  }
}
