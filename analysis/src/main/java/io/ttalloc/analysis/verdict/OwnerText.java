package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.read.Frame;
import java.util.ArrayList;
import java.util.List;

/** How evidence names owners and caches, and where they were closed. */
final class OwnerText {
  private static final int OWNERS_NAMED = 4;

  private OwnerText() {}

  /** A cache with its owner: {@code ProgramCache#1 of MeshDevice#1, closed at ...}. */
  static String holder(Facts facts, OwnerNode cache) {
    OwnerNode owner = facts.owners().ownerOf(cache.slot());
    if (owner == null) {
      return cache.nameAndLabel();
    }
    String name = cache.nameAndLabel() + " of " + owner.nameAndLabel();
    return owner.isClosed() ? name + ", closed" + closedAt(facts, owner) : name;
  }

  /** Adds which owners' close left it open, if any did. */
  static void addLeftOpen(Evidence evidence, List<String> why) {
    if (!evidence.closedOwners().isEmpty()) {
      why.add(closed(evidence, " and left it open", " and left them open"));
    }
  }

  /** Which owners were closed and where, followed by what that means for one or for several. */
  static String closed(Evidence evidence, String andIt, String andThey) {
    List<OwnerNode> owners = evidence.closedOwners();
    if (owners.isEmpty()) {
      return "its owner was closed" + andIt;
    }
    Facts facts = evidence.facts();
    String at = closedAt(facts, owners.get(0));
    if (owners.size() == 1) {
      return "its owner " + owners.get(0).nameAndLabel() + " was closed" + at + andIt;
    }
    boolean alike = owners.stream().allMatch(owner -> closedAt(facts, owner).equals(at));
    String where = alike ? at : ", the first" + at + ",";
    return "their owners " + named(owners) + " were closed" + where + andThey;
  }

  /** The first few of several owners. */
  static String named(List<OwnerNode> owners) {
    List<String> names = new ArrayList<>();
    for (OwnerNode owner : owners.subList(0, Math.min(OWNERS_NAMED, owners.size()))) {
      names.add(owner.nameAndLabel());
    }
    return String.join(", ", names) + (owners.size() > OWNERS_NAMED ? " and more" : "");
  }

  private static String closedAt(Facts facts, OwnerNode owner) {
    Frame frame = facts.sites().yours(owner.type().className(), facts.closeStack(owner));
    return frame == null ? "" : " at " + JavaNames.shortFrame(frame);
  }
}
