package io.ttalloc.analysis.snapshot;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.read.TypeEntry;

/** A resource that owns or holds others, or did when it was closed. */
public final class Owner implements Comparable<Owner> {
  private final SlotEntry slot;
  private final TypeEntry type;
  private final String name;
  private boolean ownsOpen;
  private boolean ownsApart;

  Owner(SlotEntry slot, TypeEntry type, String name) {
    this.slot = slot;
    this.type = type;
    this.name = name;
  }

  /** What the ledger has on it. */
  public SlotEntry slot() {
    return slot;
  }

  /** Its type. */
  public TypeEntry type() {
    return type;
  }

  /**
   * What it calls itself, if that is its class and a number, {@code MeshDevice#0 (2 x 4)} or {@code
   * Device 4}; else simple class name and number in order of opening, {@code MeshWorkloadImpl#1}.
   * No two owners have the same.
   */
  public String name() {
    return name;
  }

  /** Its name, and what else it calls itself: {@code MeshDevice#1 (2 x 4)}. */
  public String nameAndLabel() {
    SlotEntry.Extension extension = slot.extension();
    String label = extension == null ? null : extension.label();
    return label == null || name.startsWith(label) ? name : name + " (" + label + ")";
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return slot.state() == SlotState.CLOSED_OWNER;
  }

  /** Whether the collector took it unclosed. */
  public boolean isCollected() {
    return slot.state() == SlotState.COLLECTED;
  }

  /**
   * Whether something is open below it that is judged by its owners, so that it stands for them.
   */
  public boolean ownsOpen() {
    return ownsOpen;
  }

  void setOwnsOpen() {
    ownsOpen = true;
  }

  /**
   * Whether something is open below it whose judgement says nothing of its owners: a view, or the
   * system's own.
   */
  boolean ownsApart() {
    return ownsApart;
  }

  void setOwnsApart() {
    ownsApart = true;
  }

  /** In the order of opening. */
  @Override
  public int compareTo(Owner other) {
    int byTime = Long.compare(slot.openedNanos(), other.slot.openedNanos());
    return byTime != 0 ? byTime : Integer.compare(slot.index(), other.slot.index());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Owner owner && owner.slot.index() == slot.index();
  }

  @Override
  public int hashCode() {
    return slot.index();
  }

  @Override
  public String toString() {
    return name;
  }
}
