package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.OwnerNode;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.GivenUp;
import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The advice to close something: the object, the call, and the place. */
final class CloseAdvice {
  private static final String CLOSE = "close()";

  private CloseAdvice() {}

  /**
   * The intended lifetime of resources, as far as it is known.
   *
   * @param plain whether the resources have no memory of their own, so that a try-with-resources
   *     statement can close them
   * @param path the path that keeps the resources reachable beyond the code that opened them; null
   *     if there is no such path
   * @param ofSameStack the paths that keep open resources of the same stack reachable
   */
  private record Lasting(
      boolean plain, @Nullable HolderPath path, List<ReferencePath> ofSameStack) {
    /**
     * Whether the resources outlive the block and the method that opened them, so that neither the
     * block nor a caller can close them.
     */
    boolean isLong(Facts facts) {
      for (ReferencePath each : ofSameStack) {
        if (UndoAdvice.isInField(each, facts.sites())) {
          return true;
        }
      }
      return path != null;
    }

    /**
     * The field with the collection or cache that contained the resources; null if none is known.
     */
    @Nullable PathLink collection(Facts facts) {
      PathLink found = null;
      for (int i = 0; path == null && found == null && i < ofSameStack.size(); i++) {
        found = UndoAdvice.collection(ofSameStack.get(i), facts.sites());
      }
      return found;
    }

    /**
     * Returns the call as made on the outermost wrapper of its object; the same call if no wrapper
     * is known.
     */
    Step.Call onWrapper(Step.Call call) {
      return path != null && call.on() == Step.On.RESOURCE && CLOSE.equals(call.call())
          ? call.onWrapper(path.wrapperOf(call.className()))
          : call;
    }
  }

  /** Returns the advice to close the resources of the evidence. */
  static Advice closeIt(Evidence evidence) {
    return closeIt(
        evidence, new Lasting(evidence.isPlainObject(), null, evidence.pathsOfSameStacks()));
  }

  private static Advice closeIt(Evidence evidence, Lasting lasting) {
    Step retained = Release.ofRetained(evidence);
    return retained != null
        ? Advice.of(retained)
        : closeIt(
            evidence.facts(), evidence.type(), evidence.opening(), evidence.siblings(), lasting);
  }

  /**
   * Returns the advice to close resources to which, as far as is known, only running code refers.
   */
  static Advice closeUndecided(Evidence evidence) {
    Step client = client(evidence);
    return client == null ? closeIt(evidence) : Advice.of(client);
  }

  /**
   * Returns the advice to close the object of a library that opened the resources on a thread of
   * its own. Null if code of the program opened the resources or closes similar ones, or if
   * something other than a thread keeps the resources reachable, since the program may then reach
   * them as well.
   */
  private static @Nullable Step client(Evidence evidence) {
    Opening opening = evidence.opening();
    Frame opened = opening.yours();
    Frame task = opening.libraryOnly() ? CallSites.task(opening.frames()) : null;
    List<HolderPath> paths = evidence.paths();
    boolean elsewhere = !paths.isEmpty() && paths.get(0).first().root().thread().isEmpty();
    if (opened == null || task == null || elsewhere || JavaNames.isPlatform(opened.className())) {
      return null;
    }
    Facts facts = evidence.facts();
    Frame closer = exemplaryCloser(facts, evidence.type(), evidence.siblings(), opened);
    if (closer != null) {
      return null;
    }
    MethodRecord method = facts.sites().method(opened);
    String jar = method == null ? null : method.jar();
    return new Step.CloseClient(opened, jar, task, makerOf(task, facts));
  }

  /**
   * The line of the program that called the class of a task, as found in the stacks that opened
   * something; null if there is no such line or more than one.
   */
  private static @Nullable Frame makerOf(Frame task, Facts facts) {
    String outermost = JavaNames.outermost(task.className());
    Frame maker = null;
    for (TallyEntry tally : facts.tallies()) {
      if (isBelow(outermost, tally.stack())) {
        Opening opening = facts.sites().read(tally.type(), tally.stack());
        Frame line = opening.own().isEmpty() ? null : opening.own().get(0);
        boolean callsTask =
            line != null && isBelow(outermost, opening.frames().subList(0, opening.yourFrame()));
        if (callsTask && maker != null && !maker.equals(line)) {
          return null;
        }
        maker = callsTask ? line : maker;
      }
    }
    return maker;
  }

  private static boolean isBelow(String outermost, List<Frame> stack) {
    for (Frame frame : stack) {
      if (JavaNames.outermost(frame.className()).equals(outermost)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the advice to close resources that something other than the code that opened them keeps
   * reachable, and to remove the reference that does so.
   */
  static Advice closeKept(Evidence evidence) {
    Step client = client(evidence);
    if (client != null) {
      return Advice.of(client);
    }
    Opening opening = evidence.opening();
    List<HolderPath> paths = evidence.paths();
    if (paths.isEmpty() || isOfClass(opening)) {
      return closeIt(evidence);
    }
    Facts facts = evidence.facts();
    Lasting kept = new Lasting(true, paths.get(0), List.of());
    Advice close = closeIt(evidence, kept);
    Step undo = undo(facts, paths.get(0), opening);
    return undo == null ? close : close.and(undo);
  }

  /**
   * Returns the advice to make the call that a rule names for a holder on the path, or else to do
   * what the links of the path suggest; null if the program cannot do anything.
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

  /**
   * Returns the advice to close the outermost owner, which frees the rest, or the resource if it
   * has no owner.
   */
  static Advice closeRootOrIt(Evidence evidence) {
    List<OwnerNode> roots = evidence.owners().roots();
    if (roots.isEmpty()) {
      return closeIt(evidence);
    }
    TallyEntry tally = roots.get(0).slot().tally();
    return forTally(evidence.facts(), tally, evidence.facts().closeSites(tally));
  }

  /** Returns the advice to close the resources of a tally. */
  static Advice forTally(Facts facts, TallyEntry tally, List<CloseSiteEntry> siblings) {
    TypeEntry type = tally.type();
    Opening opening = facts.sites().read(type, tally.stack());
    Lasting lasting = new Lasting(!type.hasBytes(), null, facts.heap().paths(tally));
    return closeIt(facts, type, opening, siblings, lasting);
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
      EntryAdvice entry = EntryAdvice.of(facts, type, opening);
      return Advice.of(
          new Step.LivesAsLong(first.className()),
          new Step.CloseAtShutdown(
              entry == null ? call(facts, type, givenBy(type, opening)) : entry.call()));
    }
    Step missed = missedByTry(facts, opening);
    return missed == null
        ? closeByCall(facts, type, opening, siblings, lasting)
        : Advice.of(missed);
  }

  private static Advice closeByCall(
      Facts facts,
      TypeEntry type,
      Opening opening,
      List<CloseSiteEntry> siblings,
      Lasting lasting) {
    Frame first = opening.yours();
    Frame given = givenBy(type, opening);
    boolean constructed = given != null && isConstructor(given);
    EntryAdvice entry = EntryAdvice.of(facts, type, opening);
    if (given != null && !constructed && entry == null && isForGood(facts, type, given)) {
      return Advice.of(new Step.ShareOne(type.name()));
    }
    Step.Call call = lasting.onWrapper(entry == null ? call(facts, type, given) : entry.call());
    Frame closer = exemplaryCloser(facts, type, siblings, first);
    if (closer != null) {
      return Advice.of(
          first != null && JavaNames.sameMethod(first, closer)
              ? new Step.FindPath(call, closer)
              : new Step.CloseLike(call, closer));
    }
    PathLink collection = lasting.collection(facts);
    if (collection != null) {
      return Advice.of(new Step.CloseWhenDropped(call, collection.type(), collection.name()));
    }
    Frame yours = opener(type, opening);
    if (yours == null) {
      return Advice.of(new Step.Close(call, null, false, Step.Block.NONE));
    }
    boolean inTry = entry == null && EntryAdvice.isResultClosed(facts, opening);
    boolean fitsTry =
        (constructed || entry != null || Release.isClose(type))
            && !inTry
            && lasting.plain()
            && !lasting.isLong(facts)
            && !type.keyed();
    Step.Block block = fitsTry ? block(facts, type, given, entry) : Step.Block.NONE;
    boolean mayBeHandedOut = !inTry && !lasting.isLong(facts) && yours.equals(opening.yours());
    Step handedOut = mayBeHandedOut ? ifHandedOut(facts, opening) : null;
    Advice close = Advice.of(new Step.Close(call, yours, call.openedBy() == null, block));
    return handedOut == null ? close : close.then(handedOut);
  }

  /**
   * Returns the advice if the try statement at the opening line does not close the new object; null
   * if there is no such statement, or if this is unknown.
   */
  private static @Nullable Step missedByTry(Facts facts, Opening opening) {
    Frame called = opening.called();
    Frame yours = opening.yours();
    MethodRecord method =
        called == null || !isConstructor(called) ? null : facts.sites().method(called);
    if (method == null || !method.resultClosed() || yours == null) {
      return null;
    }
    return method.returned() == null
        ? new Step.CloseItself(method.className(), yours)
        : new Step.CallOverridden(method.returned());
  }

  /**
   * Whether a call returned an object with no known close method, such as a client, and the rule
   * allows a program to keep one open.
   */
  private static boolean isForGood(Facts facts, TypeEntry type, Frame given) {
    MethodRecord method = facts.sites().method(given);
    return method != null && method.closer() == null && type.policy().allowsOne();
  }

  private static Step.Call call(Facts facts, TypeEntry type, @Nullable Frame given) {
    return given != null && isConstructor(given)
        // The rule may name a method that only the internal object has, such as end() of an
        // Inflater.
        ? Release.onMade(EntryAdvice.closerOfMade(facts, given), given.className())
        : Release.callOn(type, type.className(), given);
  }

  private static Step.Block block(
      Facts facts, TypeEntry type, @Nullable Frame given, @Nullable EntryAdvice entry) {
    boolean fits;
    if (entry != null) {
      fits = entry.closeable();
    } else if (given != null) {
      fits = EntryAdvice.givesCloseable(facts, given);
    } else {
      fits = !type.closing().notAutoCloseable();
    }
    return fits ? Step.Block.TRY_WITH_RESOURCES : Step.Block.FINALLY;
  }

  /**
   * The frame of the call made by the user's own code if the JDK opened the resource inside that
   * call; null if the user's own code called a method of the resource's class.
   */
  private static @Nullable Frame givenBy(TypeEntry type, Opening opening) {
    if (opening.yourFrame() < 1 || type.keyed() || !JavaNames.isPlatform(type.className())) {
      return null;
    }
    Frame called = opening.frames().get(opening.yourFrame() - 1);
    return called.className().equals(type.className()) ? null : called;
  }

  static boolean isConstructor(Frame called) {
    return called.method().equals("<init>");
  }

  /**
   * The code that most often closes similar resources, as an example to follow; null if there is
   * none. Code of the following kinds is not used as an example: the close method itself, a cleaner
   * or finalizer, code that closes the owner, code that is not the program's, and the opening line,
   * since a library that it calls may close resources that it opened only for itself.
   */
  private static @Nullable Frame exemplaryCloser(
      Facts facts, TypeEntry type, List<CloseSiteEntry> siblings, @Nullable Frame opener) {
    for (CloseSiteEntry sibling : siblings) {
      Frame closer = facts.sites().closer(type.className(), sibling.stack());
      if (closer != null
          && !closer.equals(opener)
          && !isOutOfReach(facts, type, closer, sibling.stack())
          && !isCloseItself(type, closer, sibling.stack())
          && !isOfOwner(facts, type, sibling.stack())
          && !isReclaimed(sibling.stack())) {
        return closer;
      }
    }
    return null;
  }

  /**
   * Whether a thread of the JDK or of a library closed the resource, for example because a
   * connection was idle, and neither code of the program nor a named site took part. Such a close
   * cannot serve as an example for the program.
   */
  private static boolean isOutOfReach(
      Facts facts, TypeEntry type, Frame closer, List<Frame> stack) {
    return closer.equals(facts.sites().yours(type.className(), stack))
        && (JavaNames.isPlatform(closer.className()) || facts.sites().isLibrary(closer));
  }

  /** Whether a frame is the close method of a type, perhaps an inherited one. */
  private static boolean isCloseItself(TypeEntry type, Frame closer, List<Frame> stack) {
    return closer.className().equals(type.className())
        || (closer.equals(stack.get(0)) && closer.method().equals(Release.ownMethod(type)));
  }

  /**
   * Whether the resource was closed together with its owner, as the statements of a connection are.
   * Code that closes a connection cannot serve as an example of how to close a statement.
   */
  private static boolean isOfOwner(Facts facts, TypeEntry type, List<Frame> stack) {
    String closed = stack.get(0).className();
    for (TallyEntry tally : facts.tallies()) {
      TypeEntry other = tally.type();
      if (other.className().equals(closed)) {
        return !other.name().equals(type.name());
      }
    }
    return false;
  }

  /** Whether a cleaner or a finalizer closed the resource. */
  private static boolean isReclaimed(List<Frame> stack) {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.className().startsWith("java.lang.ref.")
                    || frame.className().startsWith("jdk.internal.ref.")
                    || frame.method().equals("finalize"));
  }

  /**
   * Returns the advice that the caller of the opening method should close the resource, in case the
   * method returns it: a stack does not show whether the method keeps the resource or, like a
   * factory, returns it. Null if the method cannot return a resource.
   */
  private static @Nullable Step ifHandedOut(Facts facts, Opening opening) {
    Frame yours = opening.yours();
    Frame caller = opening.caller();
    MethodRecord method = yours == null ? null : facts.sites().method(yours);
    return yours == null
            || caller == null
            || isConstructor(yours) // a constructor returns nothing
            || (method != null && method.givesNothing())
            || facts.sites().isLibrary(caller)
        ? null
        : new Step.IfHandedOut(yours, caller);
  }

  /**
   * The frame of the opener: the innermost named site unless it is a method of the resource's
   * class, else the user's own frame.
   */
  private static @Nullable Frame opener(TypeEntry type, Opening opening) {
    if (opening.siteFrame() < 0) {
      return opening.yours();
    }
    Frame site = opening.frames().get(opening.siteFrame());
    return site.className().equals(type.className()) ? opening.yours() : site;
  }

  /**
   * Returns the advice to close resources at the place where caches gave them up; {@code otherwise}
   * if that place is unknown or if caches have not given up all of the resources.
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

  /** Returns the advice that the close of an owner should also close the resources that it owns. */
  static Advice closeWith(Evidence evidence, OwnerNode owner) {
    List<Frame> closing = evidence.facts().closeStack(owner);
    return Advice.of(
        new Step.OwnerShouldClose(
            owner.type().className(),
            closing.isEmpty() ? null : closing.get(0),
            evidence.type().name()));
  }
}
