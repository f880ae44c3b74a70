package io.ttalloc.analysis.facts;

import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.SlotState;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.Comparator;

/** A resource that owns or holds others, or did so until it was closed. */
public final class OwnerNode implements Comparable<OwnerNode> {
  /** Sorts by opening time. */
  static final Comparator<SlotEntry> BY_OPENING =
      Comparator.comparingLong((SlotEntry slot) -> slot.opened().nanos())
          .thenComparingInt(slot -> slot.id().index());

  private final SlotEntry slot;
  private final String name;
  private boolean ownsOpen;
  private boolean ownsApart;

  OwnerNode(SlotEntry slot, String name) {
    this.slot = slot;
    this.name = name;
  }

  /** Whether resources of this type only own or hold others and have no memory of their own. */
  public static boolean isContainer(TypeEntry type) {
    return type.holder() || (type.owner() && !type.hasBytes());
  }

  public SlotEntry slot() {
    return slot;
  }

  public TypeEntry type() {
    return slot.tally().type();
  }

  /**
   * The label of this owner, if the label already consists of a class and a number, such as {@code
   * MeshDevice#0 (2 x 4)} or {@code Device 4}; otherwise the simple class name and a number in the
   * order of opening, such as {@code MeshWorkloadImpl#1}. Names are unique.
   */
  public String name() {
    return name;
  }

  /**
   * The name of this owner, followed by its label unless the name contains it already: {@code
   * MeshDevice#1 (2 x 4)}.
   */
  public String nameAndLabel() {
    String label = slot.label();
    return label == null || name.startsWith(label) ? name : name + " (" + label + ")";
  }

  public boolean isClosed() {
    return slot.state() == SlotState.CLOSED_OWNER;
  }

  /** Whether the program gave this owner to native code or another owner instead of closing it. */
  public boolean isDisowned() {
    return slot.ending() instanceof SlotEntry.Closed closed && closed.disowned();
  }

  /** Whether this owner was collected without a close. */
  public boolean isCollected() {
    return slot.state() == SlotState.COLLECTED;
  }

  /**
   * Whether any resource below this owner is open, not counting containers, views of live memory
   * and infrastructure.
   */
  public boolean ownsOpen() {
    return ownsOpen;
  }

  void setOwnsOpen() {
    ownsOpen = true;
  }

  /** Whether a view or infrastructure is open below this owner. */
  public boolean ownsApart() {
    return ownsApart;
  }

  void setOwnsApart() {
    ownsApart = true;
  }

  @Override
  public int compareTo(OwnerNode other) {
    return BY_OPENING.compare(slot, other.slot);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OwnerNode owner && owner.slot.id().index() == slot.id().index();
  }

  @Override
  public int hashCode() {
    return slot.id().index();
  }

  @Override
  public String toString() {
    return name;
  }
}
