package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.record.MisuseEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * A misuse of a resource, such as a double close or a use after close.
 *
 * @param entry the record in the ledger
 * @param yourFirst index of the user's own frame in the earlier stack; -1 if there is none
 * @param yourSecond index of the user's own frame in the stack of the misuse; -1 if there is none
 */
public record Misuse(MisuseEntry entry, int yourFirst, int yourSecond) {

  /** All misuses recorded in a ledger, in the ledger's order. */
  public static List<Misuse> of(Facts facts) {
    List<Misuse> all = new ArrayList<>();
    CallSites sites = facts.sites();
    for (MisuseEntry entry : facts.image().misuse()) {
      String ownClass = entry.type().className();
      int first = sites.yourFrame(ownClass, entry.first());
      int second = sites.yourFrame(ownClass, entry.second());
      all.add(new Misuse(entry, first, second));
    }
    return List.copyOf(all);
  }

  /** Whether an earlier event, with a stack of its own, is what makes this a misuse. */
  public boolean hasEarlier() {
    return entry.kind() != MisuseKind.CLOSE_OF_UNKNOWN;
  }
}
