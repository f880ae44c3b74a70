package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.GivenUp;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.reason.MemoryReason;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.MisuseKind;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MisuseEntry;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates reasons, and parts of reasons, that several verdicts have in common. */
final class Reasons {
  private static final int OWNERS_NAMED = 4;
  private static final int PLACES_NAMED = 4;

  private Reasons() {}

  /**
   * Returns the name of a cache with the name of its owner: {@code ProgramCache#1 of MeshDevice#1,
   * closed at ...}.
   */
  static String holder(Facts facts, OwnerNode cache) {
    OwnerNode owner = facts.owners().ownerOf(cache.slot());
    if (owner == null) {
      return cache.nameAndLabel();
    }
    String name = cache.nameAndLabel() + " of " + owner.nameAndLabel();
    return owner.isClosed() ? name + ", closed" + JavaNames.at(closedAtFrame(facts, owner)) : name;
  }

  /** Whether the heap dump does not show what keeps the resources reachable. */
  static boolean notInDump(Evidence evidence) {
    return evidence.paths().isEmpty()
        && evidence.facts().heap().haveDump()
        && !evidence.first().slot().tally().type().keyed();
  }

  /** Returns the basis of a guess: the heap dump, or stacks alone. */
  static StateReason.Basis basis(Evidence evidence) {
    if (evidence.tally().type().keyed()) {
      return StateReason.Basis.STACKS_OF_NUMBER;
    }
    return evidence.first().holder() == HeapFacts.Holder.UNKNOWN
        ? StateReason.Basis.STACKS
        : StateReason.Basis.HEAP;
  }

  /**
   * Adds reasons that say which caches have given up the resources and where; adds nothing if none
   * have.
   */
  static void addGivenUp(Evidence evidence, List<Reason> why) {
    addOverwritten(evidence, why);
    List<OwnerReason.Taken> taken = taken(evidence);
    if (!taken.isEmpty()) {
      List<OwnerReason.Taken> first = taken.subList(0, Math.min(PLACES_NAMED, taken.size()));
      boolean more = taken.size() > PLACES_NAMED;
      why.add(new OwnerReason.LastTaken(first, more, evidence.count()));
    }
  }

  /** Returns the places where the resources were taken from caches, the most frequent first. */
  private static List<OwnerReason.Taken> taken(Evidence evidence) {
    Map<OwnerReason.Taken, Long> counts = new LinkedHashMap<>();
    for (GivenUp.Place place : evidence.givenUp().taken()) {
      counts.merge(
          new OwnerReason.Taken(place.cache().type().className(), by(evidence, place), 0),
          place.count(),
          Long::sum);
    }
    List<OwnerReason.Taken> taken = new ArrayList<>();
    counts.forEach((place, count) -> taken.add(place.withCount(count)));
    taken.sort(Comparator.comparingLong(OwnerReason.Taken::count).reversed());
    return taken;
  }

  private static void addOverwritten(Evidence evidence, List<Reason> why) {
    List<GivenUp.Place> places = evidence.givenUp().overwritten();
    if (!places.isEmpty()) {
      why.add(
          new OwnerReason.Overwritten(
              places.stream().mapToLong(GivenUp.Place::count).sum(),
              evidence.count(),
              places.get(0).cache().type().className(),
              by(evidence, places.get(0))));
    }
  }

  /**
   * If the method that opened the resources also closed another resource and that close threw, adds
   * that as a reason.
   */
  static void addSkipped(Evidence evidence, List<Reason> why) {
    CallSites sites = evidence.facts().sites();
    Frame opener = evidence.opening().yours();
    if (opener == null) {
      return;
    }
    for (MisuseEntry entry : evidence.facts().image().misuse()) {
      boolean ofOther = !entry.first().equals(evidence.tally().stack());
      if (entry.kind() == MisuseKind.CLOSE_FAILED && ofOther) {
        String className = entry.type().className();
        Frame at = sites.yours(className, entry.second());
        if (at != null && JavaNames.sameMethod(at, opener)) {
          why.add(new StateReason.CloseSkipped(className, at));
          return;
        }
      }
    }
  }

  /** Returns the user's own code that made a cache give up a resource; null if it is unknown. */
  static @Nullable Frame by(Evidence evidence, GivenUp.Place place) {
    return evidence.facts().sites().yours(place.cache().type().className(), place.stack());
  }

  /** Adds a reason that names the owners whose close left the resources open, if there are any. */
  static void addLeftOpen(Evidence evidence, List<Reason> why) {
    if (!evidence.owners().closed().isEmpty()) {
      why.add(closed(evidence, OwnerReason.Consequence.LEFT_OPEN));
    }
  }

  /**
   * Returns the reason that names the owners that were closed, where they were closed, and the
   * consequence for their resources.
   */
  static Reason closed(Evidence evidence, OwnerReason.Consequence consequence) {
    List<OwnerNode> owners = evidence.owners().closed();
    return new OwnerReason.OwnersClosed(
        owners.isEmpty()
            ? new OwnerReason.ClosedOwners(
                List.of(), false, OwnerReason.HowEnded.CLOSED, null, true)
            : closedOwners(evidence.facts(), owners),
        consequence);
  }

  private static OwnerReason.ClosedOwners closedOwners(Facts facts, List<OwnerNode> owners) {
    Frame at = closedAtFrame(facts, owners.get(0));
    boolean disowned = owners.get(0).isDisowned();
    boolean alike = owners.stream().allMatch(owner -> owner.isDisowned() == disowned);
    return new OwnerReason.ClosedOwners(
        named(owners),
        areMore(owners),
        alike ? disowned ? OwnerReason.HowEnded.DISOWNED : OwnerReason.HowEnded.CLOSED : null,
        at,
        owners.stream().allMatch(owner -> Objects.equals(closedAtFrame(facts, owner), at)));
  }

  /** The names of the first few of several owners. */
  static List<String> named(List<OwnerNode> owners) {
    return owners.subList(0, Math.min(OWNERS_NAMED, owners.size())).stream()
        .map(OwnerNode::nameAndLabel)
        .toList();
  }

  /** Whether there are more owners than {@link #named} returns. */
  static boolean areMore(List<OwnerNode> owners) {
    return owners.size() > OWNERS_NAMED;
  }

  private static @Nullable Frame closedAtFrame(Facts facts, OwnerNode owner) {
    return facts.sites().yours(owner.type().className(), facts.closeStack(owner));
  }

  /** Returns the start and the bytes per bank of the region of a resource. */
  static MemoryReason.Range range(OpenResource resource) {
    Regions regions = resource.regions();
    int region = resource.region();
    return new MemoryReason.Range(regions.start(region), regions.extent(region));
  }

  /** Returns the start and the bytes per bank of the contested part of a resource's region. */
  static MemoryReason.Range contestedRange(OpenResource resource) {
    Regions.Rival rival = resource.regions().rival(resource.region());
    return new MemoryReason.Range(rival.start(), rival.extent());
  }

  /** Returns the opening of a resource's region. */
  static MemoryReason.Opened opener(OpenResource resource) {
    return opened(resource.facts(), resource.regions().tally(resource.region()));
  }

  /** Returns the second opening of a region with two owners. */
  static MemoryReason.Opened rival(OpenResource resource) {
    return opened(resource.facts(), resource.regions().rival(resource.region()).tally());
  }

  private static MemoryReason.Opened opened(Facts facts, int tallyId) {
    TallyEntry tally = facts.tally(tallyId);
    if (tally == null) {
      return new MemoryReason.Opened(null, null, null);
    }
    Opening opening = facts.sites().read(tally.type(), tally.stack());
    Frame yours = opening.yours();
    boolean same = yours != null && opening.site().equals(JavaNames.call(yours));
    return new MemoryReason.Opened(tally.type().name(), same ? null : opening.site(), yours);
  }
}
