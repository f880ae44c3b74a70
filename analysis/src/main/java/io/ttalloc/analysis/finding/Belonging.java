package io.ttalloc.analysis.finding;

import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which reclaimed resources were opened by one another, as their stacks prove. Nothing tells any
 * more who owned whom; but what a method of an owner opened, that owner took with it.
 */
final class Belonging {
  private final Set<Integer> owners = new HashSet<>();
  private final Set<String> ownerClasses = new HashSet<>();

  private Belonging() {}

  /** The owners without bytes of those with bytes, and the owners of these owners. */
  static Belonging among(List<TallyEntry> reclaimed) {
    Belonging belonging = new Belonging();
    Set<String> openers = new HashSet<>();
    for (TallyEntry tally : reclaimed) {
      if (tally.reclaimedBytes() > 0) {
        addClasses(tally, openers);
      }
    }
    int before;
    do {
      before = belonging.owners.size();
      for (TallyEntry tally : reclaimed) {
        boolean onlyOwns = tally.type().owner() && !tally.type().hasBytes();
        if (onlyOwns
            && openers.contains(tally.type().className())
            && belonging.owners.add(tally.id())) {
          belonging.ownerClasses.add(tally.type().className());
          addClasses(tally, openers);
        }
      }
    } while (belonging.owners.size() > before);
    return belonging;
  }

  private static void addClasses(TallyEntry tally, Set<String> classes) {
    for (Frame frame : tally.stack()) {
      classes.add(frame.className());
    }
  }

  /** Whether it has no bytes and went with what has: such an owner, or what one opened. */
  boolean accompanies(TallyEntry tally) {
    boolean sized = tally.type().hasBytes();
    return tally.reclaimedBytes() == 0
        && (owners.contains(tally.id()) || (sized && hasOwner(tally)));
  }

  /** Whether such an owner opened it. */
  boolean hasOwner(TallyEntry tally) {
    for (Frame frame : tally.stack()) {
      if (ownerClasses.contains(frame.className())) {
        return true;
      }
    }
    return false;
  }
}
