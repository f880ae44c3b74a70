package io.ttalloc.runtime.device;

import io.ttalloc.runtime.profile.CoreRange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records how the cores of a device can be split into sub-devices, and which split is active.
 *
 * <p>Split 0 is a single sub-device with all cores, and exists while the tracker is open. Owns no
 * memory. Thread-safe.
 */
public final class SubDeviceManagerTracker implements AutoCloseable {
  private final Map<Integer, List<CoreRange>> splits = new TreeMap<>();
  private int nextId = 1;
  private int active;
  private boolean open = true;

  /** Creates a tracker that has only split 0. */
  public SubDeviceManagerTracker(CoreRange allCores) {
    splits.put(0, List.of(allCores));
  }

  /**
   * Adds a split.
   *
   * @return the id of the split
   * @throws IllegalArgumentException if two sub-devices share a core
   */
  public synchronized int createSubDeviceManager(List<CoreRange> subDevices) {
    checkOpen();
    for (int i = 0; i < subDevices.size(); i++) {
      for (int j = i + 1; j < subDevices.size(); j++) {
        if (subDevices.get(i).intersects(subDevices.get(j))) {
          throw new IllegalArgumentException(
              "The sub-devices %s and %s share a core; expected them to be disjoint"
                  .formatted(subDevices.get(i), subDevices.get(j)));
        }
      }
    }
    splits.put(nextId, List.copyOf(subDevices));
    return nextId++;
  }

  /** Activates a split. */
  public synchronized void loadSubDeviceManager(int id) {
    checkOpen();
    if (!splits.containsKey(id)) {
      throw new IllegalArgumentException(
          "No sub-device manager %d; expected one of %s".formatted(id, splits.keySet()));
    }
    active = id;
  }

  /** Removes a split, which must be neither split 0 nor the active split. */
  public synchronized void removeSubDeviceManager(int id) {
    checkOpen();
    if (id == 0 || id == active) {
      throw new IllegalArgumentException(
          "The sub-device manager %d cannot be removed: it is %s"
              .formatted(id, id == 0 ? "the default one" : "active"));
    }
    splits.remove(id);
  }

  /** The sub-devices of the active split. */
  public synchronized List<CoreRange> activeSubDevices() {
    checkOpen();
    return splits.getOrDefault(active, List.of());
  }

  @Override
  public synchronized void close() {
    open = false;
    splits.clear();
  }

  private void checkOpen() {
    if (!open) {
      throw new IllegalStateException("The sub-device manager tracker is closed");
    }
  }
}
