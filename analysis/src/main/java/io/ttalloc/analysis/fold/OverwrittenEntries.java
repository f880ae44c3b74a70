package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which resources of a finding were in a cache until another resource took their entry, and by
 * what. Keeps the first as an example. Not thread-safe.
 */
public final class OverwrittenEntries {
  private final Facts facts;
  private SlotEntry.@Nullable Extension first;
  private long count;

  OverwrittenEntries(Facts facts) {
    this.facts = facts;
  }

  void add(SlotEntry.@Nullable Extension extension) {
    if (extension != null && extension.overwrittenIn() != 0) {
      first = first == null ? extension : first;
      count++;
    }
  }

  public long count() {
    return count;
  }

  /** The cache of the first of them; null if there is none, or if it is unknown. */
  public @Nullable TallyEntry cache() {
    return first == null ? null : facts.tally(first.overwrittenIn());
  }

  /** The stack on which another resource took the entry of the first; empty if unknown. */
  public List<Frame> by() {
    return first == null ? List.of() : facts.image().stack(first.overwrittenBy());
  }
}
