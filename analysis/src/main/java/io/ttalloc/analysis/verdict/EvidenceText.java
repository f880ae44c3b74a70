package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.GivenUp;
import io.ttalloc.analysis.fold.OpenResource;
import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How evidence names owners, caches and regions, and where they were closed or opened. */
final class EvidenceText {
  private static final int OWNERS_NAMED = 4;
  private static final int PLACES_NAMED = 4;
  private static final int THREADS_NAMED = 4;

  private EvidenceText() {}

  /** A cache with its owner: {@code ProgramCache#1 of MeshDevice#1, closed at ...}. */
  static String holder(Facts facts, OwnerNode cache) {
    OwnerNode owner = facts.owners().ownerOf(cache.slot());
    if (owner == null) {
      return cache.nameAndLabel();
    }
    String name = cache.nameAndLabel() + " of " + owner.nameAndLabel();
    return owner.isClosed() ? name + ", closed" + closedAt(facts, owner) : name;
  }

  /** A sentence on what keeps the resources reachable, which the paths of the report prove. */
  static List<String> kept(String sentence, Evidence evidence) {
    boolean unknown =
        evidence.paths().isEmpty()
            && evidence.facts().heap().haveDump()
            && !evidence.first().slot().tally().type().keyed();
    List<String> why = new ArrayList<>();
    why.add(unknown ? sentence + "; the heap dump does not show what refers to it" : sentence);
    return why;
  }

  /** Why a guess rests on stacks alone; empty if the heap shows what refers to the resources. */
  static String unseenHeap(Evidence evidence) {
    if (evidence.tally().type().keyed()) {
      return " from stacks, since a number is in no heap";
    }
    return evidence.first().holder() == HeapFacts.Holder.UNKNOWN
        ? " from stacks, since nothing looked into the heap (holders=true)"
        : "";
  }

  /** The first few names of threads, quoted. */
  static String quoted(List<String> threads) {
    List<String> first = threads.subList(0, Math.min(THREADS_NAMED, threads.size()));
    return first.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "))
        + (threads.size() > THREADS_NAMED ? " and more" : "");
  }

  /** Adds which caches have given them up, and where, if any have. */
  static void addGivenUp(Evidence evidence, List<String> why) {
    addOverwritten(evidence, why);
    Map<String, Long> taken = new LinkedHashMap<>();
    for (GivenUp.Place place : evidence.givenUp().taken()) {
      Frame by = by(evidence, place);
      String from = "from the " + name(place);
      taken.merge(
          by == null ? from : from + " at " + JavaNames.shortFrame(by), place.count(), Long::sum);
    }
    if (taken.containsValue(evidence.count())) {
      why.add("last taken " + taken.keySet().iterator().next());
    } else if (!taken.isEmpty()) {
      why.add(
          taken.entrySet().stream()
                  .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                  .limit(PLACES_NAMED)
                  .map(place -> Numbers.grouped(place.getValue()) + " last taken " + place.getKey())
                  .collect(Collectors.joining(", "))
              + (taken.size() > PLACES_NAMED ? ", and others elsewhere" : ""));
    }
  }

  private static void addOverwritten(Evidence evidence, List<String> why) {
    List<GivenUp.Place> places = evidence.givenUp().overwritten();
    if (places.isEmpty()) {
      return;
    }
    long count = places.stream().mapToLong(GivenUp.Place::count).sum();
    Frame by = by(evidence, places.get(0));
    why.add(
        (count == evidence.count() ? "" : Numbers.grouped(count) + " of them ")
            + "overwritten in the "
            + name(places.get(0))
            + (by == null
                ? " by what took the same entry later"
                : " by what " + JavaNames.shortFrame(by) + " put under the same entry"));
  }

  /** The user's own code that made a cache give something up; null if it is unknown. */
  static @Nullable Frame by(Evidence evidence, GivenUp.Place place) {
    return evidence.facts().sites().yours(place.cache().type().className(), place.stack());
  }

  /** The class of a cache. */
  static String name(GivenUp.Place place) {
    return JavaNames.simple(place.cache().type().className());
  }

  /** Adds which owners' close left it open, if any did. */
  static void addLeftOpen(Evidence evidence, List<String> why) {
    if (!evidence.owners().closed().isEmpty()) {
      why.add(closed(evidence, " and left it open", " and left them open"));
    }
  }

  /** Which owners were closed and where, followed by what that means for one or for several. */
  static String closed(Evidence evidence, String andIt, String andThey) {
    List<OwnerNode> owners = evidence.owners().closed();
    if (owners.isEmpty()) {
      return "its owner was closed" + andIt;
    }
    Facts facts = evidence.facts();
    String at = closedAt(facts, owners.get(0));
    String ended = owners.get(0).howEnded();
    if (owners.size() == 1) {
      return "its owner " + owners.get(0).nameAndLabel() + " was " + ended + at + andIt;
    }
    boolean alike = owners.stream().allMatch(owner -> closedAt(facts, owner).equals(at));
    String where = alike ? at : ", the first" + at + ",";
    boolean same = owners.stream().allMatch(owner -> owner.howEnded().equals(ended));
    String were = same ? " were " + ended : " were closed or disowned";
    return "their owners " + named(owners) + were + where + andThey;
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

  /** {@code 0x3ffff800+2048}: where the region of a resource begins and its bytes per bank. */
  static String range(OpenResource resource) {
    Regions regions = resource.regions();
    int region = resource.region();
    return Numbers.address(regions.start(region)) + "+" + regions.extent(region);
  }

  /** The part of the region of a resource that is contested, in the same form. */
  static String contestedRange(OpenResource resource) {
    Regions.Rival rival = resource.regions().rival(resource.region());
    return Numbers.address(rival.start()) + "+" + rival.extent();
  }

  /** What opened the region of a resource. */
  static String opener(OpenResource resource) {
    return opened(resource.facts(), resource.regions().tally(resource.region()));
  }

  /** What else opened the region of a resource that is contested. */
  static String rival(OpenResource resource) {
    return opened(resource.facts(), resource.regions().rival(resource.region()).tally());
  }

  /** {@code the buffer opened at load_binaries from Main.run(Main.java:48)}. */
  private static String opened(Facts facts, int tallyId) {
    TallyEntry tally = facts.tally(tallyId);
    if (tally == null) {
      return "the unknown opened at " + Opening.NO_STACK;
    }
    Opening opening = facts.sites().read(tally.type(), tally.stack());
    Frame yours = opening.yours();
    String what = "the " + Numbers.spoken(tally.type().name()) + " opened at ";
    if (yours == null) {
      return what + opening.site();
    }
    String at = JavaNames.shortFrame(yours);
    boolean same = opening.site().equals(JavaNames.call(yours));
    return what + (same ? at : opening.site() + " from " + at);
  }
}
