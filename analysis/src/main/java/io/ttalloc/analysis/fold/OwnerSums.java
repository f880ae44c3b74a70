package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The owners of a finding's resources; keeps the first few of each kind. Not thread-safe. */
public final class OwnerSums {
  private static final Comparator<HeldBy> BY_OBJECT =
      Comparator.comparing(HeldBy::type).thenComparingLong(HeldBy::objectId);

  private final Facts facts;
  private final SmallestValues<OwnerNode> roots;
  private final SmallestValues<OwnerNode> causes;
  private final SmallestValues<OwnerNode> closed;
  private final SmallestValues<HeldBy> untracked;
  private final SmallestValues<String> entries;
  private long heldByPath;

  OwnerSums(Facts facts, int max) {
    this.facts = facts;
    roots = SmallestValues.of(max);
    causes = SmallestValues.of(max);
    closed = SmallestValues.of(max);
    untracked = new SmallestValues<>(max, BY_OBJECT);
    entries = new SmallestValues<>(max, JavaNames.NATURAL_ORDER);
  }

  void add(OpenResource resource, @Nullable OwnerNode root, @Nullable OwnerNode cause) {
    roots.add(root);
    causes.add(cause);
    OwnerNode end = resource.chainEnd();
    closed.add(end != null && end.isClosed() ? end : null);
    entries.add(root == null ? null : root.slot().ownership().entry());
    entries.add(resource.slot().ownership().entry());
    HeldBy held = resource.heldByPath();
    if (held != null) {
      heldByPath++;
      untracked.add(end == null ? held : null);
      entries.add(held.entry().isEmpty() ? null : held.entry());
    }
  }

  /** The number of resources that the heap dump shows in a cache. */
  public long heldByPath() {
    return heldByPath;
  }

  /** The caches shown by the heap dump that are not resources themselves, by class. */
  public List<HeldBy> untracked() {
    return untracked.values();
  }

  /** The names of the entries that the resources have in caches. */
  public List<String> entries() {
    return entries.values();
  }

  /** Whether there are more entries than are kept. */
  public boolean hasMoreEntries() {
    return entries.hasMore();
  }

  /** The outermost owners with which the resources are shown, in the order of opening. */
  public List<OwnerNode> roots() {
    return roots.values();
  }

  /** Whether more roots were found than are kept. */
  public boolean hasMoreRoots() {
    return roots.hasMore();
  }

  boolean haveMore() {
    return roots.hasMore() || causes.hasMore() || untracked.hasMore();
  }

  /**
   * The caches that hold the resources, or the owners whose close left them open, in the order of
   * opening.
   */
  public List<OwnerNode> causes() {
    return causes.values();
  }

  /** The first of {@link #causes}, or null if there is none. */
  public @Nullable OwnerNode firstCause() {
    List<OwnerNode> all = causes.values();
    return all.isEmpty() ? null : all.get(0);
  }

  /** The owners whose close left some of the resources open, in the order of opening. */
  public List<OwnerNode> closed() {
    return closed.values();
  }

  /**
   * The stack that closed the owner that left resources open, or the owner of the cache that holds
   * them. Empty if it is unknown.
   */
  List<Frame> closedBy() {
    OwnerNode cause = firstCause();
    OwnerNode end =
        cause == null || cause.isClosed() ? cause : facts.owners().ownerOf(cause.slot());
    return end == null ? List.of() : List.copyOf(facts.closeStack(end));
  }
}
