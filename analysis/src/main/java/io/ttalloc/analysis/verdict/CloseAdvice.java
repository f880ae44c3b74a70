package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.GivenUp;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.analysis.wording.Numbers;
import io.ttalloc.heap.report.SourceNames;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The advice to close something: what, by which call, and where. */
final class CloseAdvice {
  private static final String TRY = ", or open it in a try-with-resources statement";
  private static final String FINALLY = ", in the finally block of a try statement";

  private CloseAdvice() {}

  /** How long a resource is meant to live, as far as is known. */
  private enum Lasting {
    /** It has no memory of its own, so a try-with-resources statement may hold it. */
    PLAIN,
    WITH_MEMORY,
    /** Something keeps it reachable beyond the code that opened it. */
    KEPT
  }

  /** Advises to close what the evidence is about. */
  static String closeIt(Evidence evidence) {
    return closeIt(
        evidence.facts(),
        evidence.type(),
        evidence.opening(),
        evidence.siblings(),
        evidence.isPlainObject() ? Lasting.PLAIN : Lasting.WITH_MEMORY);
  }

  /**
   * Advises to close what something keeps reachable that is not the code which opened it, and to
   * undo that.
   */
  static String closeKept(Evidence evidence) {
    Opening opening = evidence.opening();
    List<HolderPath> paths = evidence.paths();
    if (paths.isEmpty() || isOfClass(opening)) {
      return closeIt(evidence);
    }
    // Neither a block nor the caller can close what is meant to outlive both.
    Facts facts = evidence.facts();
    return closeIt(facts, evidence.type(), opening, evidence.siblings(), Lasting.KEPT)
        + undo(facts, paths.get(0), opening);
  }

  /**
   * The call that a rule names for a holder on the path, else what is known of its links; nothing
   * if the program cannot do it.
   */
  private static String undo(Facts facts, HolderPath path, Opening opening) {
    for (TallyEntry tally : facts.image().tallies().values()) {
      TypeEntry type = tally.type();
      if (type.holder() && type.release() != null && path.leadsThrough(type.className())) {
        return ", and " + ClearAdvice.clear(type, null);
      }
    }
    return UndoAdvice.isOutOfReach(path, facts.sites())
        ? ""
        : ", and " + UndoAdvice.of(path, opening.frames());
  }

  /** Advises to close the outermost owner, which frees the rest, or the resource if it has none. */
  static String closeRootOrIt(Evidence evidence) {
    List<OwnerNode> roots = evidence.owners().roots();
    if (roots.isEmpty()) {
      return closeIt(evidence);
    }
    TallyEntry tally = roots.get(0).slot().tally();
    return forTally(evidence.facts(), tally, evidence.facts().closeSites(tally));
  }

  /** Advises to close what a tally counts. */
  static String forTally(Facts facts, TallyEntry tally, List<CloseSiteEntry> siblings) {
    TypeEntry type = tally.type();
    Opening opening = facts.sites().read(type, tally.stack());
    return closeIt(
        facts, type, opening, siblings, type.hasBytes() ? Lasting.WITH_MEMORY : Lasting.PLAIN);
  }

  private static boolean isOfClass(Opening opening) {
    Frame first = opening.yours();
    return first != null && first.method().equals("<clinit>");
  }

  private static String closeIt(
      Facts facts,
      TypeEntry type,
      Opening opening,
      List<CloseSiteEntry> siblings,
      Lasting lasting) {
    Frame first = opening.yours();
    if (first != null && isOfClass(opening)) {
      return "lives as long as the class "
          + JavaNames.simple(first.className())
          + "; close it at shutdown";
    }
    Frame given = givenBy(type, opening);
    String call =
        given != null && isConstructor(given)
            // The rule's call may be one that only what is behind it has, as end() of an Inflater.
            ? "close() on " + it(type, given)
            : Release.callOn(it(type, given), type);
    Frame closer = exemplaryCloser(facts, type, siblings);
    if (closer != null) {
      return first != null && JavaNames.sameMethod(first, closer)
          ? JavaNames.call(closer)
              + " closes others of its kind at "
              + JavaNames.source(closer)
              + ": find the path that skips it"
          : "call " + call + ", as " + JavaNames.shortFrame(closer) + " does for its siblings";
    }
    Frame yours = opener(type, opening);
    if (yours == null) {
      return "call " + call;
    }
    boolean isClose = (given != null && isConstructor(given)) || Release.isClose(type);
    boolean fitsTry = isClose && lasting == Lasting.PLAIN && !type.keyed();
    String otherwise = fitsTry ? type.notAutoCloseable() && given == null ? FINALLY : TRY : "";
    boolean mayBeHandedOut = lasting != Lasting.KEPT && yours.equals(opening.yours());
    String handedOut = mayBeHandedOut ? ifHandedOut(facts, opening) : "";
    String where = JavaNames.shortFrame(yours);
    return "call "
        + call
        + (given == null || isConstructor(given) ? " that " + where + " opened" : " for " + where)
        + otherwise
        + handedOut;
  }

  /**
   * The frame of the call that the user's own code made where the JDK opened it behind the scenes;
   * null if the user's code knows the class of the resource.
   */
  private static @Nullable Frame givenBy(TypeEntry type, Opening opening) {
    if (opening.yourFrame() < 1 || type.keyed() || !JavaNames.isPlatform(type.className())) {
      return null;
    }
    Frame called = opening.frames().get(opening.yourFrame() - 1);
    return called.className().equals(type.className()) ? null : called;
  }

  private static boolean isConstructor(Frame called) {
    return called.method().equals("<init>");
  }

  /** A resource as the code knows it that opened it. */
  private static String it(TypeEntry type, @Nullable Frame given) {
    if (given == null) {
      return "the " + JavaNames.simple(type.className());
    }
    return isConstructor(given)
        ? "the " + JavaNames.simple(given.className())
        : "what " + JavaNames.call(given) + " opened";
  }

  /**
   * The code that closes others of the kind most often, as an example to follow; null if it is the
   * close itself or code that closes what was forgotten.
   */
  private static @Nullable Frame exemplaryCloser(
      Facts facts, TypeEntry type, List<CloseSiteEntry> siblings) {
    for (CloseSiteEntry sibling : siblings) {
      Frame closer = facts.sites().closer(type.className(), sibling.stack());
      if (closer != null
          && !isCloseItself(type, closer, sibling.stack())
          && !isReclaimed(sibling.stack())) {
        return closer;
      }
    }
    return null;
  }

  /** Whether a frame is the close of a type, perhaps an inherited one. */
  private static boolean isCloseItself(TypeEntry type, Frame closer, List<Frame> stack) {
    return closer.className().equals(type.className())
        || (closer.equals(stack.get(0)) && closer.method().equals(Release.ownMethod(type)));
  }

  /** Whether a cleaner or a finalizer closed it. */
  private static boolean isReclaimed(List<Frame> stack) {
    for (Frame frame : stack) {
      if (frame.className().startsWith("java.lang.ref.")
          || frame.className().startsWith("jdk.internal.ref.")
          || frame.method().equals("finalize")) {
        return true;
      }
    }
    return false;
  }

  /** A stack does not tell whether a method keeps what it opens or, as factories do, returns it. */
  private static String ifHandedOut(Facts facts, Opening opening) {
    Frame yours = opening.yours();
    Frame caller = opening.caller();
    return yours == null || caller == null || facts.sites().isLibrary(caller)
        ? ""
        : "; if "
            + JavaNames.call(yours)
            + " hands it out, "
            + JavaNames.shortFrame(caller)
            + " must close it or hand it on";
  }

  /** The user's own frame, unless a named site in between opens the resource for itself. */
  private static @Nullable Frame opener(TypeEntry type, Opening opening) {
    if (opening.siteFrame() < 0) {
      return opening.yours();
    }
    Frame site = opening.frames().get(opening.siteFrame());
    return site.className().equals(type.className()) ? opening.yours() : site;
  }

  /** Advises whoever made caches give up all of them to close them, or something else. */
  static String closeGivenUpOr(Evidence evidence, String otherwise) {
    List<GivenUp.Place> overwritten = evidence.givenUp().overwritten();
    if (areAllOf(overwritten, evidence) && !overwritten.get(0).stack().isEmpty()) {
      Frame overwriter = Reasons.by(evidence, overwritten.get(0));
      return "close the "
          + JavaNames.simple(evidence.type().className())
          + " that "
          + JavaNames.call(overwritten.get(0).stack().get(0))
          + " replaces"
          + (overwriter == null ? "" : " at " + JavaNames.shortFrame(overwriter));
    }
    List<GivenUp.Place> taken = evidence.givenUp().taken();
    Frame taker = areAllOf(taken, evidence) ? Reasons.by(evidence, taken.get(0)) : null;
    return taker == null
        ? otherwise
        : "close the "
            + JavaNames.simple(evidence.type().className())
            + " that "
            + JavaNames.shortFrame(taker)
            + " takes from the "
            + Reasons.name(taken.get(0))
            + ", or give it back";
  }

  private static boolean areAllOf(List<GivenUp.Place> places, Evidence evidence) {
    return places.stream().mapToLong(GivenUp.Place::count).sum() == evidence.count();
  }

  /** Advises to let the close of an owner close what it owns. */
  static String closeWith(Evidence evidence, OwnerNode owner) {
    List<Frame> closing = evidence.facts().closeStack(owner);
    String call =
        closing.isEmpty()
            ? SourceNames.simpleQualifier(owner.type().className()) + ".close"
            : JavaNames.call(closing.get(0));
    return call + " should close the " + Numbers.spoken(evidence.type().name()) + " that it owns";
  }
}
