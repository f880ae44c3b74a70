package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.GivenUp;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The advice to close something: what, by which call, and where. */
final class CloseAdvice {
  private CloseAdvice() {}

  /** The intended lifetime of a resource, as far as it is known. */
  private enum Lasting {
    /** A resource without memory of its own, so a try-with-resources statement may hold it. */
    PLAIN,
    WITH_MEMORY,
    /** Something keeps it reachable beyond the code that opened it. */
    KEPT
  }

  /** Advises to close what the evidence is about. */
  static Advice closeIt(Evidence evidence) {
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
  static Advice closeKept(Evidence evidence) {
    Opening opening = evidence.opening();
    List<HolderPath> paths = evidence.paths();
    if (paths.isEmpty() || isOfClass(opening)) {
      return closeIt(evidence);
    }
    // Neither a block nor the caller can close what is meant to outlive both.
    Facts facts = evidence.facts();
    Advice close = closeIt(facts, evidence.type(), opening, evidence.siblings(), Lasting.KEPT);
    Step undo = undo(facts, paths.get(0), opening);
    return undo == null ? close : close.and(undo);
  }

  /**
   * The call that a rule names for a holder on the path, else what is known of its links; null if
   * the program cannot do it.
   */
  private static @Nullable Step undo(Facts facts, HolderPath path, Opening opening) {
    for (TallyEntry tally : facts.image().tallies().values()) {
      TypeEntry type = tally.type();
      if (type.holder()
          && type.closing().release() != null
          && path.leadsThrough(type.className())) {
        return ClearAdvice.clear(type, null);
      }
    }
    return UndoAdvice.isOutOfReach(path, facts.sites())
        ? null
        : UndoAdvice.of(path, opening.frames());
  }

  /** Advises to close the outermost owner, which frees the rest, or the resource if it has none. */
  static Advice closeRootOrIt(Evidence evidence) {
    List<OwnerNode> roots = evidence.owners().roots();
    if (roots.isEmpty()) {
      return closeIt(evidence);
    }
    TallyEntry tally = roots.get(0).slot().tally();
    return forTally(evidence.facts(), tally, evidence.facts().closeSites(tally));
  }

  /** Advises to close what a tally counts. */
  static Advice forTally(Facts facts, TallyEntry tally, List<CloseSiteEntry> siblings) {
    TypeEntry type = tally.type();
    Opening opening = facts.sites().read(type, tally.stack());
    return closeIt(
        facts, type, opening, siblings, type.hasBytes() ? Lasting.WITH_MEMORY : Lasting.PLAIN);
  }

  private static boolean isOfClass(Opening opening) {
    Frame first = opening.yours();
    return first != null && first.method().equals("<clinit>");
  }

  private static Advice closeIt(
      Facts facts,
      TypeEntry type,
      Opening opening,
      List<CloseSiteEntry> siblings,
      Lasting lasting) {
    Frame first = opening.yours();
    if (first != null && isOfClass(opening)) {
      return Advice.of(new Step.LivesAsLong(first.className()), Step.Fact.CLOSE_AT_SHUTDOWN);
    }
    Frame given = givenBy(type, opening);
    boolean constructed = given != null && isConstructor(given);
    Frame openedBy = constructed ? null : given;
    Step.Call call =
        given != null && constructed
            // The rule's call may be one that only what is behind it has, as end() of an Inflater.
            ? Release.close(given.className(), null)
            : Release.callOn(type, type.className(), openedBy);
    Frame closer = exemplaryCloser(facts, type, siblings);
    if (closer != null) {
      return Advice.of(
          first != null && JavaNames.sameMethod(first, closer)
              ? new Step.FindPath(closer)
              : new Step.CloseLike(call, closer));
    }
    Frame yours = opener(type, opening);
    if (yours == null) {
      return Advice.of(new Step.Close(call, null, false, Step.Block.NONE));
    }
    Step.Call returned = returned(facts, type, opening);
    if (returned != null) {
      call = returned;
      openedBy = returned.openedBy();
      given = openedBy;
    }
    boolean fitsTry =
        (constructed || Release.isClose(type)) && lasting == Lasting.PLAIN && !type.keyed();
    Step.Block block = fitsTry ? block(type, given) : Step.Block.NONE;
    boolean mayBeHandedOut = lasting != Lasting.KEPT && yours.equals(opening.yours());
    Step handedOut = mayBeHandedOut ? ifHandedOut(facts, opening) : null;
    Advice close = Advice.of(new Step.Close(call, yours, openedBy == null, block));
    return handedOut == null ? close : close.then(handedOut);
  }

  private static Step.Block block(TypeEntry type, @Nullable Frame given) {
    return type.closing().notAutoCloseable() && given == null
        ? Step.Block.FINALLY
        : Step.Block.TRY_WITH_RESOURCES;
  }

  /**
   * The call of close on the object that the program got from a library, or on the stream through
   * which it had the library open it; null if it got none, or that is unknown.
   */
  private static Step.@Nullable Call returned(Facts facts, TypeEntry type, Opening opening) {
    Frame called = opening.siteFrame() >= 0 || type.keyed() ? null : opening.called();
    if (called == null) {
      return null;
    }
    MethodRecord method = facts.sites().method(called);
    if (method == null
        || method.returned() == null
        || !method.closeable()
        || !Release.isClose(type)
        || type.className().equals(method.className())) {
      return null;
    }
    if (method.calledOn()) {
      return isOpenedByCallback(opening, called)
          ? Release.closeCalled(method.returned(), called)
          : null;
    }
    return Release.closeReturned(method.returned(), called);
  }

  /** Whether the JDK called code of a library to open it, as a stream does that is read. */
  private static boolean isOpenedByCallback(Opening opening, Frame called) {
    List<Frame> inside = opening.frames().subList(0, opening.frames().indexOf(called));
    return inside.stream().anyMatch(frame -> !JavaNames.isPlatform(frame.className()));
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
    return stack.stream()
        .anyMatch(
            frame ->
                frame.className().startsWith("java.lang.ref.")
                    || frame.className().startsWith("jdk.internal.ref.")
                    || frame.method().equals("finalize"));
  }

  /** A stack does not show whether a method keeps what it opens or, like a factory, returns it. */
  private static @Nullable Step ifHandedOut(Facts facts, Opening opening) {
    Frame yours = opening.yours();
    Frame caller = opening.caller();
    return yours == null || caller == null || facts.sites().isLibrary(caller)
        ? null
        : new Step.IfHandedOut(yours, caller);
  }

  /** The user's own frame, unless a named site in between opens the resource for itself. */
  private static @Nullable Frame opener(TypeEntry type, Opening opening) {
    if (opening.siteFrame() < 0) {
      return opening.yours();
    }
    Frame site = opening.frames().get(opening.siteFrame());
    return site.className().equals(type.className()) ? opening.yours() : site;
  }

  /**
   * Advises to close the resources that caches have given up where they were given up, or something
   * else.
   */
  static Advice closeGivenUpOr(Evidence evidence, Advice otherwise) {
    List<GivenUp.Place> overwritten = evidence.givenUp().overwritten();
    if (areAllOf(overwritten, evidence) && !overwritten.get(0).stack().isEmpty()) {
      Frame overwriter = Reasons.by(evidence, overwritten.get(0));
      return Advice.of(
          new Step.CloseReplaced(
              evidence.type().className(), overwritten.get(0).stack().get(0), overwriter));
    }
    List<GivenUp.Place> taken = evidence.givenUp().taken();
    Frame taker = areAllOf(taken, evidence) ? Reasons.by(evidence, taken.get(0)) : null;
    return taker == null
        ? otherwise
        : Advice.of(
            new Step.CloseTaken(
                evidence.type().className(), taker, taken.get(0).cache().type().className()));
  }

  private static boolean areAllOf(List<GivenUp.Place> places, Evidence evidence) {
    return places.stream().mapToLong(GivenUp.Place::count).sum() == evidence.count();
  }

  /** Advises to let the close of an owner close what it owns. */
  static Advice closeWith(Evidence evidence, OwnerNode owner) {
    List<Frame> closing = evidence.facts().closeStack(owner);
    return Advice.of(
        new Step.OwnerShouldClose(
            owner.type().className(),
            closing.isEmpty() ? null : closing.get(0),
            evidence.type().name()));
  }
}
