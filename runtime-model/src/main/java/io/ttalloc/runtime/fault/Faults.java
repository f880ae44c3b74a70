package io.ttalloc.runtime.fault;

import java.util.Set;

/** The faults of one mesh, from its opening on. Immutable. */
public record Faults(Set<Fault> active) {
  /** No fault at all. */
  public static final Faults NONE = new Faults(Set.of());

  /** Copies the set. */
  public Faults {
    active = Set.copyOf(active);
  }

  /** These faults. */
  public static Faults of(Fault... faults) {
    return new Faults(Set.of(faults));
  }

  /** Whether this one is there. */
  public boolean has(Fault fault) {
    return active.contains(fault);
  }
}
