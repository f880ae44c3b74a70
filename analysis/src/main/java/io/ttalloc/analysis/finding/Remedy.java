package io.ttalloc.analysis.finding;

import io.ttalloc.analysis.snapshot.Owner;
import io.ttalloc.analysis.snapshot.Snapshot;
import io.ttalloc.analysis.stack.Opening;
import io.ttalloc.analysis.wording.Names;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Says what would free a finding: a call that exists, at a place that is known. */
final class Remedy {
  private static final String TRY = ", or open it in a try-with-resources statement";

  /** What a call begins with that is made on the owner of a resource. */
  private static final String ON_OWNER = "owner.";

  private final Snapshot snapshot;
  private final Explanation explanation;
  private final IntFunction<List<CloseSiteEntry>> closeSites;

  /** {@code closeSites}: those of a tally, the most frequent first. */
  Remedy(Snapshot snapshot, Explanation explanation, IntFunction<List<CloseSiteEntry>> closeSites) {
    this.snapshot = snapshot;
    this.explanation = explanation;
    this.closeSites = closeSites;
  }

  String fix(FindingBuilder finding, Opening opening, List<CloseSiteEntry> siblings) {
    TypeEntry type = finding.tally().type();
    long thrown = finding.tally().closeFailed();
    if (finding.first().slot().closeFailed() && thrown > 0) {
      return "its close() threw "
          + Numbers.counted(thrown, "time")
          + " (see misuse): make it succeed or free it all the same";
    }
    return switch (finding.verdict()) {
      case UNSEEN_FREE -> "give the call that frees it a close rule";
      case ALIAS -> "close the view when its use ends";
      case DOUBLE_OPEN -> "find out why the allocator gave one range to two owners";
      case INFRASTRUCTURE -> closeInfrastructure(finding, type);
      case OPEN ->
          finding.isGrowing()
              ? closeIt(type, opening, siblings, isPlain(finding))
              : "run to a normal exit, which tells them apart";
      case IN_USE -> inUse(finding);
      case ORPHANED -> closeWithOwner(finding, type);
      case CACHED -> clearCache(finding);
      case LOST, DANGLING -> {
        List<Owner> roots = finding.roots();
        yield roots.isEmpty()
            ? closeIt(type, opening, siblings, isPlain(finding))
            : closeRoot(roots.get(0));
      }
      default -> closeIt(type, opening, siblings, isPlain(finding));
    };
  }

  private static boolean isPlain(FindingBuilder finding) {
    SlotEntry slot = finding.first().slot();
    return !slot.hasDevice() && !slot.hasAddress();
  }

  /** For what can only be said of the type and the place that opened it. */
  String closeIt(TypeEntry type, Opening opening, List<CloseSiteEntry> siblings) {
    return closeIt(type, opening, siblings, !type.hasBytes());
  }

  /** {@code plain}: nothing but an object of Java, whose use may end where it began. */
  private String closeIt(
      TypeEntry type, Opening opening, List<CloseSiteEntry> siblings, boolean plain) {
    for (Frame frame : opening.frames()) {
      if (frame.method().equals("<clinit>")) {
        return "lives as long as the class "
            + Names.simple(frame.className())
            + "; close it at shutdown";
      }
    }
    String call = onIt(type);
    if (!siblings.isEmpty()) {
      Frame closer = snapshot.sites().closer(type.className(), siblings.get(0).stack());
      if (closer != null) {
        return "call " + call + ", as " + Names.place(closer) + " does for its siblings";
      }
    }
    Frame yours = opener(type, opening);
    if (yours == null) {
      return "call " + call;
    }
    String elsewise = call.startsWith("close()") && plain ? TRY : "";
    String handedOut = yours.equals(opening.yours()) ? ifHandedOut(opening) : "";
    return "call " + call + " that " + Names.place(yours) + " opened" + elsewise + handedOut;
  }

  /** A stack does not tell whether a method keeps what it opens or returns it, as factories do. */
  private static String ifHandedOut(Opening opening) {
    Frame yours = opening.yours();
    Frame caller = opening.caller();
    return yours == null || caller == null
        ? ""
        : "; if "
            + Names.call(yours)
            + " hands it out, "
            + Names.place(caller)
            + " must close it or hand it on";
  }

  /** The user's own line, unless a named call in between makes the thing for itself. */
  private static @Nullable Frame opener(TypeEntry type, Opening opening) {
    if (opening.siteFrame() < 0) {
      return opening.yours();
    }
    Frame site = opening.frames().get(opening.siteFrame());
    return site.className().equals(type.className()) ? opening.yours() : site;
  }

  private static String inUse(FindingBuilder finding) {
    Frame call = finding.first().runningCall();
    return call == null
        ? "none"
        : "none, if the process had to end there; else let " + Names.call(call) + " return first";
  }

  private String closeInfrastructure(FindingBuilder finding, TypeEntry type) {
    Owner owner = finding.first().stop();
    return finding.isGrowing() && owner != null && owner.isClosed()
        ? closeWith(owner, type)
        : "none while its owner lives; if it grows, free it where its owner closes";
  }

  private String closeRoot(Owner root) {
    TallyEntry tally = snapshot.tallies().get(root.slot().tally());
    return closeIt(
        tally.type(),
        snapshot.sites().read(tally.type(), tally.stack()),
        closeSites.apply(tally.id()));
  }

  private String closeWithOwner(FindingBuilder finding, TypeEntry type) {
    Owner owner = finding.firstCause();
    return owner == null ? "close it before its owner" : closeWith(owner, type);
  }

  private String closeWith(Owner owner, TypeEntry type) {
    Frame closer = Explanation.innermost(explanation.closeStack(owner));
    String call =
        closer == null ? Names.simple(owner.type().className()) + ".close" : Names.call(closer);
    return call + " should close the " + Numbers.spoken(type.name()) + " that it owns";
  }

  private String clearCache(FindingBuilder finding) {
    Owner cache = finding.firstCause();
    if (cache == null) {
      return "clear the cache";
    }
    Owner owner = snapshot.owners().ownerOf(cache.slot());
    TypeEntry ownerType = owner == null ? null : owner.type();
    String call = clearing(cache.type(), ownerType);
    if (Explanation.isMissedAgainAndAgain(finding)) {
      return "make the key of the entry the same each time; until then " + call;
    }
    if (ownerType == null) {
      return call;
    }
    return call + " before " + Names.simple(ownerType.className()) + " is closed";
  }

  /** The call that makes a cache give up what it holds. */
  private static String clearing(TypeEntry cache, @Nullable TypeEntry owner) {
    String release = cache.release();
    String name = Names.simple(cache.className());
    if (release == null) {
      return "clear the " + name;
    }
    if (!release.startsWith(ON_OWNER)) {
      return "call " + name + "." + release;
    }
    String call = release.substring(ON_OWNER.length());
    return owner == null
        ? "call " + call + " on the owner of the " + name
        : "call " + Names.simple(owner.className()) + "." + call;
  }

  /** The call that releases one resource, and on what. */
  private static String onIt(TypeEntry type) {
    String release = type.release() == null ? "close()" : type.release();
    String name = Names.simple(type.className());
    return release.startsWith(ON_OWNER)
        ? release.substring(ON_OWNER.length()) + " on the owner of the " + name
        : release + " on the " + name;
  }
}
