package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.profile.MeshShape;

/**
 * How a mesh is opened.
 *
 * @param profile the chips and how they are wired
 * @param shape rows and columns, counted from the first chip of the profile's mesh
 * @param cleaner whether a mesh that is dropped is closed, and its program cache cleared, once the
 *     collector has found it
 * @param faults the faults; none by default
 */
public record MeshDeviceConfig(
    DeviceProfile profile, MeshShape shape, boolean cleaner, Faults faults) {
  /** Refuses a mesh that the profile does not have. */
  public MeshDeviceConfig {
    MeshShape all = profile.meshShape();
    if (shape.rows() > all.rows() || shape.columns() > all.columns()) {
      throw new IllegalArgumentException(
          "No mesh of %s: %s has %s chips".formatted(shape, profile.name(), all));
    }
  }

  /** A mesh of Wormhole chips with a cleaner. */
  public static MeshDeviceConfig of(MeshShape shape) {
    return new MeshDeviceConfig(DeviceProfile.WORMHOLE_T3000, shape, true);
  }

  /** A mesh without faults. */
  public MeshDeviceConfig(DeviceProfile profile, MeshShape shape, boolean cleaner) {
    this(profile, shape, cleaner, Faults.NONE);
  }

  /** This mesh with faults. */
  public MeshDeviceConfig with(Faults newFaults) {
    return new MeshDeviceConfig(profile, shape, cleaner, newFaults);
  }

  /** This mesh without a cleaner. */
  public MeshDeviceConfig withoutCleaner() {
    return new MeshDeviceConfig(profile, shape, false, faults);
  }
}
