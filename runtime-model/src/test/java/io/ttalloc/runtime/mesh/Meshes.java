package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.memory.SpaceStatistics;
import io.ttalloc.runtime.profile.BufferType;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.runtime.session.DevicePool;
import io.ttalloc.testing.Await;
import java.lang.ref.ReferenceQueue;
import java.util.List;

/** Helper methods for tests of meshes. */
public final class Meshes {
  private static final int PAUSE_MILLIS = 20;

  private Meshes() {}

  /** Opens a mesh of all eight chips. */
  public static MeshDevice open() {
    return MeshDevice.open(new MeshShape(2, 4));
  }

  /** The allocated bytes in one space of the mesh's chips, row by row. */
  public static List<Long> allocated(MeshDeviceView view, BufferType type) {
    return view.sessions().stream().map(session -> allocated(session.statistics(), type)).toList();
  }

  private static long allocated(List<SpaceStatistics> rows, BufferType type) {
    return rows.stream()
        .filter(row -> row.space() == type)
        .mapToLong(SpaceStatistics::allocatedBytes)
        .sum();
  }

  /** Whether the pool no longer knows any of the named sessions. */
  public static boolean areForgotten(List<String> sessionNames) {
    return DevicePool.instance().sessions().stream()
        .noneMatch(session -> sessionNames.contains(session.sessionName()));
  }

  /** Runs the garbage collector until a reference is in the queue. */
  public static void collect(ReferenceQueue<?> queue) throws InterruptedException {
    Await.collecting(() -> queue.remove(PAUSE_MILLIS) != null);
  }
}
