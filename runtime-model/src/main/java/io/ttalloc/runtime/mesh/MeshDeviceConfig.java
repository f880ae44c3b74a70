package io.ttalloc.runtime.mesh;

import io.ttalloc.runtime.fault.Faults;
import io.ttalloc.runtime.profile.DeviceProfile;
import io.ttalloc.runtime.profile.MeshShape;

/**
 * The configuration with which a mesh is opened.
 *
 * @param profile the chips and how they are wired
 * @param shape the rows and columns to open, starting at the first chip of the profile's mesh
 * @param cleaner whether a cleaner closes the mesh, and clears its program cache, once it is
 *     unreachable
 * @param faults the enabled faults; none by default
 */
public record MeshDeviceConfig(
    DeviceProfile profile, MeshShape shape, boolean cleaner, Faults faults) {
  /** Rejects a mesh with more rows or columns than the profile has. */
  public MeshDeviceConfig {
    MeshShape all = profile.meshShape();
    if (shape.rows() > all.rows() || shape.columns() > all.columns()) {
      throw new IllegalArgumentException(
          "No mesh of %s: %s has %s chips".formatted(shape, profile.name(), all));
    }
  }

  /** A configuration of a mesh of Wormhole chips with a cleaner. */
  public static MeshDeviceConfig of(MeshShape shape) {
    return new MeshDeviceConfig(DeviceProfile.WORMHOLE_T3000, shape, true);
  }

  /** A configuration without faults. */
  public MeshDeviceConfig(DeviceProfile profile, MeshShape shape, boolean cleaner) {
    this(profile, shape, cleaner, Faults.NONE);
  }

  /** This configuration with the given faults. */
  public MeshDeviceConfig with(Faults newFaults) {
    return new MeshDeviceConfig(profile, shape, cleaner, newFaults);
  }

  /** This configuration without a cleaner. */
  public MeshDeviceConfig withoutCleaner() {
    return new MeshDeviceConfig(profile, shape, false, faults);
  }
}
