package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.CloseSiteEntry;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to close, by which call, and where: for verdicts that advise a close. */
final class CloseAdvice {
  private static final String TRY = ", or open it in a try-with-resources statement";

  private CloseAdvice() {}

  /**
   * The call that releases a resource, as its rule says it.
   *
   * @param onOwner whether it is made on what owns the resource
   */
  private record Release(String call, boolean onOwner) {
    /** Null if the rule does not say. */
    static @Nullable Release of(TypeEntry type) {
      String text = type.release();
      if (text == null) {
        return null;
      }
      return text.startsWith(RecordLayout.RELEASE_ON_OWNER)
          ? new Release(text.substring(RecordLayout.RELEASE_ON_OWNER.length()), true)
          : new Release(text, false);
    }
  }

  /** Closes what the evidence is about. */
  static String closeIt(Evidence evidence) {
    return closeIt(
        evidence.facts(),
        evidence.type(),
        evidence.opening(),
        evidence.siblings(),
        evidence.isPlainObject());
  }

  /** Closes the outermost owner, which frees the rest, or what has none. */
  static String closeRootOrIt(Evidence evidence) {
    List<OwnerNode> roots = evidence.roots();
    if (roots.isEmpty()) {
      return closeIt(evidence);
    }
    TallyEntry tally = roots.get(0).slot().tally();
    return forTally(evidence.facts(), tally, evidence.facts().closeSites(tally));
  }

  /** For what can only be said of the type and the place that opened it. */
  static String forTally(Facts facts, TallyEntry tally, List<CloseSiteEntry> siblings) {
    TypeEntry type = tally.type();
    Opening opening = facts.sites().read(type, tally.stack());
    return closeIt(facts, type, opening, siblings, !type.hasBytes());
  }

  /** {@code plain}: nothing but an object of Java, whose use may end where it began. */
  private static String closeIt(
      Facts facts, TypeEntry type, Opening opening, List<CloseSiteEntry> siblings, boolean plain) {
    for (Frame frame : opening.frames()) {
      if (frame.method().equals("<clinit>")) {
        return "lives as long as the class "
            + JavaNames.simple(frame.className())
            + "; close it at shutdown";
      }
    }
    String call = callOnIt(type);
    if (!siblings.isEmpty()) {
      Frame closer = facts.sites().closer(type.className(), siblings.get(0).stack());
      if (closer != null) {
        return "call " + call + ", as " + JavaNames.place(closer) + " does for its siblings";
      }
    }
    Frame yours = opener(type, opening);
    if (yours == null) {
      return "call " + call;
    }
    String otherwise = call.startsWith("close()") && plain ? TRY : "";
    String handedOut = yours.equals(opening.yours()) ? ifHandedOut(opening) : "";
    return "call " + call + " that " + JavaNames.place(yours) + " opened" + otherwise + handedOut;
  }

  /** A stack does not say whether a method keeps what it opens or returns it, as factories do. */
  private static String ifHandedOut(Opening opening) {
    Frame yours = opening.yours();
    Frame caller = opening.caller();
    return yours == null || caller == null
        ? ""
        : "; if "
            + JavaNames.call(yours)
            + " hands it out, "
            + JavaNames.place(caller)
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

  /** The close of an owner should close what it owns. */
  static String closeWith(Evidence evidence, OwnerNode owner) {
    List<Frame> closing = evidence.facts().closeStack(owner);
    String call =
        closing.isEmpty()
            ? JavaNames.simple(owner.type().className()) + ".close"
            : JavaNames.call(closing.get(0));
    return call + " should close the " + Numbers.spoken(evidence.type().name()) + " that it owns";
  }

  /** The call that makes a cache give up what it holds. */
  static String clear(OwnerNode cache, @Nullable OwnerNode owner) {
    Release release = Release.of(cache.type());
    String name = JavaNames.simple(cache.type().className());
    if (release == null) {
      return "clear the " + name;
    }
    if (!release.onOwner()) {
      return "call " + name + "." + release.call();
    }
    return owner == null
        ? "call " + release.call() + " on the owner of the " + name
        : "call " + JavaNames.simple(owner.type().className()) + "." + release.call();
  }

  /** The call that releases one resource, and on what. */
  private static String callOnIt(TypeEntry type) {
    Release release = Release.of(type);
    String name = JavaNames.simple(type.className());
    if (release == null) {
      return "close() on the " + name;
    }
    return release.call() + (release.onOwner() ? " on the owner of the " : " on the ") + name;
  }
}
