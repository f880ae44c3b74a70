package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.memory.Regions;
import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.verdict.Case;
import io.ttalloc.analysis.wording.Names;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.ProcessEntry;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.StatisticsEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says why a finding has its verdict, in sentences whose numbers a reader can check. */
final class Explanation {
  private final Snapshot snapshot;

  Explanation(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  List<String> why(FindingBuilder finding) {
    List<String> why = new ArrayList<>();
    Case first = finding.first();
    switch (finding.verdict()) {
      case UNSEEN_FREE -> why.add(allocatorIsEmpty(first));
      case ALIAS -> why.add(insideOf(first));
      case DANGLING -> why.add("nothing open owns the memory on which it stands");
      case DOUBLE_OPEN -> why.add(rivals(first));
      case LOST -> lost(finding, why);
      case INFRASTRUCTURE -> why.add(scope(first.slot()));
      case ORPHANED -> why.add(orphaned(finding));
      case CACHED -> cached(finding, why);
      case OPEN -> why.add(open());
      default -> why.add("open when the process ended; reachable, and in nobody's cache");
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

  private String allocatorIsEmpty(Case first) {
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

  private static void lost(FindingBuilder finding, List<String> why) {
    List<Owner> roots = finding.roots();
    if (finding.collected() > 0) {
      why.add(Numbers.grouped(finding.collected()) + " collected, never closed");
    }
    if (!roots.isEmpty() && roots.get(0).isCollected()) {
      why.add("with the owner " + roots.get(0).name() + ", which was collected unclosed");
    }
    why.add("nothing in the process can close it any more");
  }

  private static String scope(SlotEntry slot) {
    SlotEntry.Extension extension = slot.extension();
    String scope = extension == null ? null : extension.infrastructureScope();
    return "opened inside "
        + (scope == null ? "an infrastructure scope" : scope)
        + ": the system's own";
  }

  private String orphaned(FindingBuilder finding) {
    Owner owner = finding.firstCause();
    if (owner == null) {
      return "its owner was closed";
    }
    return "its owner "
        + owner.nameAndLabel()
        + " was closed"
        + closeAt(owner)
        + " and does not free what it owns";
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
  }

  private String open() {
    boolean runs = snapshot.image().process().ended() == ProcessEntry.Ended.RUNNING;
    return (runs ? "the process still runs" : "killed")
        + ": what was in use cannot be told from what leaked";
  }

  private String closeAt(Owner owner) {
    Frame frame = snapshot.sites().yours(owner.type().className(), closeStack(owner));
    return frame == null ? "" : " at " + Names.place(frame);
  }

  List<Frame> closeStack(Owner owner) {
    SlotEntry.Extension extension = owner.slot().extension();
    return extension == null ? List.of() : snapshot.image().stack(extension.closeStack());
  }

  /** What releases resources of this type. */
  static String release(TypeEntry type) {
    String release = type.release();
    return release == null ? "close()" : release;
  }

  static @Nullable Frame innermost(List<Frame> stack) {
    return stack.isEmpty() ? null : stack.get(0);
  }
}
