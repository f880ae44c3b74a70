package io.ttalloc.runtime.session;

import io.ttalloc.runtime.memory.Block;
import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.profile.BufferType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What all sessions of one chip hold in one space, together.
 *
 * @param deviceId the chip
 * @param space the space
 * @param sessions sessions that hold anything there
 * @param allocatedBytes sum over the sessions
 * @param distinctBytes the same, but each address counted once: what somebody sees who takes an
 *     address for an identity
 * @param handles sum over the sessions
 * @param handleBytes sum over the sessions
 * @param freeCount sum over the sessions that live still
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

  /** Adds up the rows of one chip and one space; the rows come from different sessions. */
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
