package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.verdict.Case;
import io.ttalloc.analysis.verdict.Verdict;
import io.ttalloc.analysis.wording.Names;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.StatisticsEntry;
import io.ttalloc.ledger.read.TallyEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Says why a finding has its verdict, in sentences whose numbers a reader can check. */
final class Explanation {
  private static final int OWNERS_NAMED = 4;

  private final Snapshot snapshot;
  private final IntFunction<List<CloseSiteEntry>> closeSites;

  /** {@code closeSites}: those of a tally, the most frequent first. */
  Explanation(Snapshot snapshot, IntFunction<List<CloseSiteEntry>> closeSites) {
    this.snapshot = snapshot;
    this.closeSites = closeSites;
  }

  List<String> why(FindingBuilder finding) {
    List<String> why = new ArrayList<>();
    Case first = finding.first();
    switch (finding.verdict()) {
      case UNSEEN_FREE -> unseenFree(finding, why);
      case ALIAS -> why.add(insideOf(first));
      case DANGLING -> dangling(finding, why);
      case DOUBLE_OPEN -> why.add(rivals(first));
      case LOST -> lost(finding, why);
      case INFRASTRUCTURE -> infrastructure(finding, why);
      case ORPHANED ->
          why.add(
              closed(finding, " and does not free what it owns", " and do not free what they own"));
      case CACHED -> cached(finding, why);
      case OPEN -> open(finding, why);
      case IN_USE -> why.add(inUse(first));
      default -> why.add(held());
    }
    return why;
  }

  /** Where the owner of an open cache, or the owner that left something, was closed. */
  List<Frame> closedBy(FindingBuilder finding) {
    Owner cause = finding.firstCause();
    if (cause == null) {
      return List.of();
    }
    Owner closed = cause.isClosed() ? cause : snapshot.owners().ownerOf(cause.slot());
    return closed == null ? List.of() : closeStack(closed);
  }

  /** The cache with its owner: {@code ProgramCache#1 of MeshDevice#1, closed at ...}. */
  String holder(Owner cache) {
    Owner owner = snapshot.owners().ownerOf(cache.slot());
    String name = cache.nameAndLabel();
    if (owner == null) {
      return name;
    }
    name += " of " + owner.nameAndLabel();
    return owner.isClosed() ? name + ", closed" + closeAt(owner) : name;
  }

  private void unseenFree(FindingBuilder finding, List<String> why) {
    why.add(allocatorIsEmpty(finding));
    Owner stop = finding.first().stop();
    if (stop == null) {
      return;
    }
    if (stop.isClosed()) {
      why.add(closed(finding, "; the handle was not", "; the handles were not"));
    } else {
      why.add("the handle is still held by " + holder(stop) + ": the memory went without it");
    }
  }

  private void dangling(FindingBuilder finding, List<String> why) {
    why.add("nothing open owns the memory on which it stands");
    leftByClosed(finding, why);
  }

  private void infrastructure(FindingBuilder finding, List<String> why) {
    why.add(scope(finding.first().slot()));
    leftByClosed(finding, why);
  }

  private void leftByClosed(FindingBuilder finding, List<String> why) {
    if (!finding.closedOwners().isEmpty()) {
      why.add(closed(finding, " and left it open", " and left them open"));
    }
  }

  private String allocatorIsEmpty(FindingBuilder finding) {
    Case first = finding.first();
    List<Integer> devices = finding.devices();
    if (devices.size() > 1) { // each has a session, and a time at which it was asked
      return "the allocators of devices "
          + Numbers.ranges(devices)
          + " hold 0 B of "
          + first.place().space()
          + ": the blocks went back without a close that was seen";
    }
    StatisticsEntry said =
        snapshot.memory().reconciliation().provesEmpty(first.place(), first.slot().openedNanos());
    String session = said == null || said.session() == null ? "" : " in session " + said.session();
    return "the allocator of device "
        + first.place().device()
        + " holds 0 B of "
        + first.place().space()
        + session
        + (said == null ? "" : ", asked " + Numbers.duration(said.atNanos()) + " after the start")
        + ": the block went back without a close that was seen";
  }

  private String insideOf(Case first) {
    Regions regions = first.regions();
    if (regions == null || first.region() < 0) {
      return "it does not own its memory; it has no address by which to find what does";
    }
    int region = first.region();
    return "it does not own its memory; it stands inside "
        + range(regions, region)
        + " of "
        + opened(regions.tally(region))
        + ", which is open";
  }

  private String rivals(Case first) {
    Regions regions = first.regions();
    int region = first.region();
    if (regions == null || region < 0) {
      return "two owners of one range";
    }
    return "per bank "
        + range(regions, region)
        + " is owned by "
        + opened(regions.tally(region))
        + " and by "
        + opened(regions.rival(region))
        + ", with no close between";
  }

  private static String range(Regions regions, int region) {
    return Numbers.address(regions.start(region)) + "+" + regions.extent(region);
  }

  private String opened(int tallyId) {
    TallyEntry tally = snapshot.tallies().get(tallyId);
    Opening opening = snapshot.sites().read(tally.type(), tally.stack());
    Frame yours = opening.yours();
    String what = "the " + Numbers.spoken(tally.type().name()) + " opened at ";
    if (yours == null) {
      return what + opening.site();
    }
    String place = Names.place(yours);
    boolean same = opening.site().equals(Names.call(yours));
    return what + (same ? place : opening.site() + " from " + place);
  }

  private void lost(FindingBuilder finding, List<String> why) {
    List<Owner> roots = finding.roots();
    if (finding.collected() > 0) {
      why.add(Numbers.grouped(finding.collected()) + " collected, never closed");
    }
    if (!roots.isEmpty() && roots.get(0).isCollected()) {
      String owners = roots.size() == 1 ? "with the owner " : "with the owners ";
      String were = roots.size() == 1 ? ", which was" : ", which were";
      why.add(owners + named(roots) + were + " collected unclosed");
      siblingsOf(roots.get(0), why);
    }
    why.add(
        "nothing can close it any more; whether a Cleaner of its own freed what it held was not"
            + " seen");
  }

  /** Where others like it, opened by the same calls, were closed. */
  private void siblingsOf(Owner root, List<String> why) {
    TallyEntry tally = snapshot.tallies().get(root.slot().tally());
    List<CloseSiteEntry> closes = closeSites.apply(tally.id());
    if (tally.closed() > 0 && !closes.isEmpty()) {
      Frame closer = snapshot.sites().closer(tally.type().className(), closes.get(0).stack());
      why.add(
          Numbers.grouped(tally.closed())
              + " of "
              + Numbers.grouped(tally.opened())
              + " "
              + Names.simple(root.type().className())
              + " from the same stack were closed"
              + (closer == null ? "" : " at " + Names.place(closer)));
    }
  }

  private static String scope(SlotEntry slot) {
    SlotEntry.Extension extension = slot.extension();
    String scope = extension == null ? null : extension.infrastructureScope();
    return "opened inside "
        + (scope == null ? "an infrastructure scope" : scope)
        + ": the system's own";
  }

  private String closed(FindingBuilder finding, String andIt, String andThey) {
    List<Owner> owners = finding.closedOwners();
    if (owners.isEmpty()) {
      return "its owner was closed" + andIt;
    }
    String at = closeAt(owners.get(0));
    if (owners.size() == 1) {
      return "its owner " + owners.get(0).nameAndLabel() + " was closed" + at + andIt;
    }
    boolean alike = owners.stream().allMatch(owner -> closeAt(owner).equals(at));
    String where = alike ? at : ", the first" + at + ",";
    return "their owners " + named(owners) + " were closed" + where + andThey;
  }

  private static String named(List<Owner> owners) {
    List<String> names = new ArrayList<>();
    for (Owner owner : owners.subList(0, Math.min(OWNERS_NAMED, owners.size()))) {
      names.add(owner.nameAndLabel());
    }
    return String.join(", ", names) + (owners.size() > OWNERS_NAMED ? " and more" : "");
  }

  private void cached(FindingBuilder finding, List<String> why) {
    Owner cache = finding.firstCause();
    Owner owner = cache == null ? null : snapshot.owners().ownerOf(cache.slot());
    if (cache != null && owner != null && owner.isClosed()) {
      String name = Names.simple(owner.type().className());
      why.add(
          "closing "
              + name
              + " does not clear its "
              + Names.simple(cache.type().className())
              + "; no later call can hit these entries");
    } else {
      why.add("the cache still holds it: a later call may hit the entry");
    }
    int entries = finding.roots().size();
    if (isMissedAgainAndAgain(finding)) {
      why.add(
          "one call made "
              + (finding.hasMoreRoots() ? "more than " : "")
              + Numbers.counted(entries, "entry")
              + " in one cache, a new one in each cycle: it never hits its own");
    }
  }

  /** Whether one call fills one cache with entry after entry. */
  static boolean isMissedAgainAndAgain(FindingBuilder finding) {
    return finding.verdict() == Verdict.CACHED
        && finding.isGrowing()
        && finding.causes().size() == 1
        && finding.roots().size() > 1;
  }

  private void open(FindingBuilder finding, List<String> why) {
    boolean runs = snapshot.image().process().ended() == ProcessEntry.Ended.RUNNING;
    if (finding.isGrowing()) {
      why.add("each of the last cycles left some open");
      why.add((runs ? "the process still runs" : "killed") + ": the newest may be in use");
    } else {
      why.add(
          (runs ? "the process still runs" : "killed")
              + ": what was in use cannot be told from what leaked");
    }
  }

  private String held() {
    return snapshot.image().process().gaps().contains(Gap.NOT_COLLECTED)
        ? "open when the process ended, and in nobody's cache; nothing was collected at the end, so"
            + " it may have been garbage"
        : "open when the process ended; reachable, and in nobody's cache";
  }

  private static String inUse(Case first) {
    Frame call = first.runningCall();
    String where = call == null ? "the method that opened it" : Names.place(call);
    return "the process ended while " + where + " still ran, which had opened it or its owner";
  }

  private String closeAt(Owner owner) {
    Frame frame = snapshot.sites().yours(owner.type().className(), closeStack(owner));
    return frame == null ? "" : " at " + Names.place(frame);
  }

  List<Frame> closeStack(Owner owner) {
    SlotEntry.Extension extension = owner.slot().extension();
    return extension == null ? List.of() : snapshot.image().stack(extension.closeStack());
  }

  static @Nullable Frame innermost(List<Frame> stack) {
    return stack.isEmpty() ? null : stack.get(0);
  }
}
