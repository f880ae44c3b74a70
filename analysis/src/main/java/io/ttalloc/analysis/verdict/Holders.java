package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.ledger.record.HolderRecord;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Describes holders with {@code holder: by-path}, whose contents only a heap dump shows. */
final class Holders {
  private static final int CLASSES_NAMED = 3;
  private static final int ENTRIES_NAMED = 4;

  private Holders() {}

  /**
   * Returns the class names of holders that are not resources, each with the number of such
   * holders: {@code 2 x ConnectionCache}.
   */
  static List<String> names(List<HeldBy> holders) {
    Map<String, Long> counts = new TreeMap<>();
    for (HeldBy holder : holders) {
      counts.merge(SourceNames.simple(holder.type()), 1L, Long::sum);
    }
    List<String> names = new ArrayList<>();
    counts.forEach(
        (name, count) -> names.add(count == 1 ? name : Numbers.grouped(count) + " x " + name));
    return names;
  }

  /**
   * Returns the reason for resources that the heap dump shows in a cache, with some of their keys.
   */
  static Reason shown(Evidence evidence) {
    List<String> keys = evidence.owners().entries();
    List<String> first = keys.subList(0, Math.min(ENTRIES_NAMED, keys.size()));
    boolean more = first.size() < keys.size() || evidence.owners().hasMoreEntries();
    return new OwnerReason.PathThroughCache(
        evidence.owners().heldByPath(), evidence.count(), first, more);
  }

  /** Returns the call that makes a holder release its contents; null if no rule names one. */
  static @Nullable String release(Facts facts, String className) {
    for (HolderRecord holder : facts.image().rows(HolderRecord.class)) {
      if (holder.name().equals(className) && holder.release() != null) {
        return holder.release();
      }
    }
    return null;
  }

  /** Whether the resources may be in a holder whose contents only a heap dump shows. */
  static boolean areUnknown(Evidence evidence) {
    HeapFacts heap = evidence.facts().heap();
    return !evidence.facts().image().rows(HolderRecord.class).isEmpty()
        && !heap.showsHolderContents()
        && !evidence.type().keyed();
  }

  /**
   * If the resources may be in a holder whose contents only a heap dump shows, adds a reason that
   * says so and why no heap dump shows the contents.
   */
  static void addUnknown(Evidence evidence, List<Reason> why) {
    if (!areUnknown(evidence)) {
      return;
    }
    TreeSet<String> classes = new TreeSet<>(Comparator.comparing(SourceNames::simple));
    for (HolderRecord holder : evidence.facts().image().rows(HolderRecord.class)) {
      classes.add(holder.name());
    }
    List<String> first =
        new ArrayList<>(classes).subList(0, Math.min(CLASSES_NAMED, classes.size()));
    why.add(
        new OwnerReason.HoldersUnknown(
            first, classes.size() > first.size(), hindrance(evidence.facts())));
  }

  private static OwnerReason.Hindrance hindrance(Facts facts) {
    if (facts.heap().haveDump()) {
      return OwnerReason.Hindrance.DUMP_OF_OTHER_TIME;
    }
    return switch (facts.image().process().ended()) {
      case EXIT -> OwnerReason.Hindrance.NOT_LOOKED_AT_EXIT;
      case RUNNING -> OwnerReason.Hindrance.NOT_LOOKED_YET;
      case DETACHED, KILLED -> OwnerReason.Hindrance.NOT_LOOKED_IN_TIME;
    };
  }
}
