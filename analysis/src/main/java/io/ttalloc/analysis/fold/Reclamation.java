package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resources that were closed only because the garbage collector ran. They have no slots any
 * more, so they are derived from the tallies.
 *
 * <p>A reclaimed owner is reclaimed with everything that it owns. Ownership is no longer recorded,
 * but the stacks show which owner's methods opened which resources. So where bytes were reclaimed,
 * the resources with bytes become the findings, and the owners without bytes that opened them are
 * their companions, named in the evidence. Resources that no stack relates to others are a finding
 * of their own.
 */
public final class Reclamation {
  /**
   * A tally whose resources were reclaimed or collected together with others, and the number of
   * these resources.
   */
  public record Companion(TallyEntry tally, long count) {}

  private final List<TallyEntry> reclaimed = new ArrayList<>();
  private final Set<Integer> owners = new HashSet<>();
  private final Set<String> ownerClasses = new HashSet<>();
  private final List<Companion> companions = new ArrayList<>();

  private Reclamation() {}

  /**
   * The evidence for the findings: one for each reclaimed tally that is not a companion of another
   * tally.
   */
  public static List<Evidence> of(Facts facts) {
    Reclamation reclamation = new Reclamation();
    for (TallyEntry tally : facts.tallies()) {
      if (tally.closes().reclaimed() > 0 && !tally.type().holder()) {
        reclamation.reclaimed.add(tally);
      }
    }
    reclamation.findOwners();
    reclamation.findCompanions(facts);
    List<Evidence> all = new ArrayList<>();
    for (TallyEntry tally : reclamation.reclaimed) {
      if (!reclamation.accompanies(tally)) {
        boolean accompanied = tally.closes().reclaimedBytes() > 0 && reclamation.hasOwner(tally);
        all.add(
            Evidence.ofReclaimed(facts, tally, accompanied ? reclamation.companions : List.of()));
      }
    }
    return all;
  }

  /**
   * Finds the owners without bytes that opened resources with bytes, and the owners of those
   * owners.
   */
  private void findOwners() {
    Set<String> openers = new HashSet<>();
    for (TallyEntry tally : reclaimed) {
      if (tally.closes().reclaimedBytes() > 0) {
        addClasses(tally, openers);
      }
    }
    int before;
    do {
      before = owners.size();
      for (TallyEntry tally : reclaimed) {
        boolean opens = onlyOwns(tally) && openers.contains(tally.type().className());
        if (opens && owners.add(tally.id())) {
          ownerClasses.add(tally.type().className());
          addClasses(tally, openers);
        }
      }
    } while (owners.size() > before);
  }

  private static void addClasses(TallyEntry tally, Set<String> classes) {
    for (Frame frame : tally.stack()) {
      classes.add(frame.className());
    }
  }

  private static boolean onlyOwns(TallyEntry tally) {
    return tally.type().owner() && !tally.type().hasBytes();
  }

  private void findCompanions(Facts facts) {
    Set<@Nullable Frame> lines = new HashSet<>();
    for (TallyEntry tally : reclaimed) {
      if (accompanies(tally)) {
        companions.add(new Companion(tally, tally.closes().reclaimed()));
        lines.add(yours(facts, tally));
      }
    }
    // The outermost owners themselves were collected; a reclaimer closed what they had owned.
    for (TallyEntry tally : facts.tallies()) {
      boolean collected = tally.losses().collected() > 0 && tally.closes().reclaimed() == 0;
      if (onlyOwns(tally) && collected && lines.contains(yours(facts, tally))) {
        companions.add(new Companion(tally, tally.losses().collected()));
      }
    }
    // The outermost owner comes first. It was opened closest to the user's own code, so its stack
    // is the shortest.
    companions.sort(Comparator.comparingInt(with -> with.tally().stack().size()));
  }

  private static @Nullable Frame yours(Facts facts, TallyEntry tally) {
    return facts.sites().yours(tally.type().className(), tally.stack());
  }

  /**
   * Whether the tally is a companion: it has no reclaimed bytes, and its resources are owners that
   * {@code findOwners} found or were opened by such an owner.
   */
  private boolean accompanies(TallyEntry tally) {
    boolean sized = tally.type().hasBytes();
    return tally.closes().reclaimedBytes() == 0
        && (owners.contains(tally.id()) || (sized && hasOwner(tally)));
  }

  /** Whether an owner that {@code findOwners} found opened the tally's resources. */
  private boolean hasOwner(TallyEntry tally) {
    return tally.stack().stream().anyMatch(frame -> ownerClasses.contains(frame.className()));
  }
}
