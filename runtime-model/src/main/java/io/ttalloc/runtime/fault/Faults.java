package io.ttalloc.runtime.fault;

import java.util.Set;

/** The faults enabled for one mesh, fixed when the mesh is opened. Immutable. */
public record Faults(Set<Fault> active) {
  /** No faults. */
  public static final Faults NONE = new Faults(Set.of());

  /** Copies the set. */
  public Faults {
    active = Set.copyOf(active);
  }

  /** A set of the given faults. */
  public static Faults of(Fault... faults) {
    return new Faults(Set.of(faults));
  }

  /** Whether the given fault is enabled. */
  public boolean has(Fault fault) {
    return active.contains(fault);
  }
}
