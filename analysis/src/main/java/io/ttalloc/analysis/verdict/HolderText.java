package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.heap.report.HeldBy;
import io.ttalloc.ledger.record.HolderRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What evidence says of holders whose contents nothing but the heap tells. */
final class HolderText {
  private static final int CLASSES_NAMED = 3;
  private static final int ENTRIES_NAMED = 4;

  private HolderText() {}

  /** Holders that are no resources, each class once: {@code 2 objects of ConnectionCache}. */
  static List<String> names(List<HeldBy> holders) {
    Map<String, Long> counts = new TreeMap<>();
    for (HeldBy holder : holders) {
      counts.merge(JavaNames.simple(holder.type()), 1L, Long::sum);
    }
    List<String> names = new ArrayList<>();
    counts.forEach(
        (name, count) -> names.add(count == 1 ? name : Numbers.grouped(count) + " x " + name));
    return names;
  }

  /** That the heap shows resources in a cache, and under which keys. */
  static String shown(Evidence evidence) {
    long shown = evidence.owners().heldByPath();
    String which = shown == evidence.count() ? "it" : Numbers.grouped(shown) + " of them";
    List<String> entries = evidence.owners().entries();
    String what = "the heap shows a path through the cache to " + which;
    if (entries.isEmpty()) {
      return what;
    }
    List<String> first = entries.subList(0, Math.min(ENTRIES_NAMED, entries.size()));
    boolean more = first.size() < entries.size() || evidence.owners().hasMoreEntries();
    return what
        + ", under the "
        + (entries.size() == 1 ? "key " : "keys ")
        + String.join(", ", first)
        + (more ? " and more" : "");
  }

  /** The call that makes a holder give up what it has; null if no rule says it. */
  static @Nullable String release(Facts facts, String className) {
    for (HolderRecord holder : facts.image().rows(HolderRecord.class)) {
      if (holder.name().equals(className) && holder.release() != null) {
        return holder.release();
      }
    }
    return null;
  }

  /** Whether resources may be in a holder of which nothing but the heap tells what it has. */
  static boolean areUnknown(Evidence evidence) {
    HeapFacts heap = evidence.facts().heap();
    return !evidence.facts().image().rows(HolderRecord.class).isEmpty()
        && !heap.tellsHolders()
        && !evidence.type().keyed();
  }

  /** Adds that it is unknown, and how it could be known, if it is. */
  static void addUnknown(Evidence evidence, List<String> why) {
    if (!areUnknown(evidence)) {
      return;
    }
    TreeSet<String> classes = new TreeSet<>();
    for (HolderRecord holder : evidence.facts().image().rows(HolderRecord.class)) {
      classes.add(JavaNames.simple(holder.name()));
    }
    List<String> named =
        new ArrayList<>(classes).subList(0, Math.min(CLASSES_NAMED, classes.size()));
    why.add(
        "only the heap tells whether it is in a holder ("
            + String.join(", ", named)
            + (classes.size() > named.size() ? " and more" : "")
            + "), "
            + hindrance(evidence.facts()));
  }

  private static String hindrance(Facts facts) {
    if (facts.heap().haveDump()) {
      return "and the dump is of another time than this reading";
    }
    return switch (facts.image().process().ended()) {
      case EXIT -> "and nothing looked into it (holders=true)";
      case RUNNING -> "and nothing looked into it (dump --holders)";
      case DETACHED, KILLED -> "and nothing looked into it while it could";
    };
  }
}
