package io.ttalloc.analysis.report;

import io.ttalloc.analysis.reason.MemoryReason;
import io.ttalloc.analysis.reason.NumberReason;
import io.ttalloc.analysis.reason.OwnerReason;
import io.ttalloc.analysis.reason.Reason;
import io.ttalloc.analysis.reason.RuleReason;
import io.ttalloc.analysis.reason.SomeReason;
import io.ttalloc.analysis.reason.StateReason;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.TypePolicies;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import io.ttalloc.text.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts the evidence for findings into words: a phrase for each reason. */
public final class ReasonText {
  private static final String UNSEEN = ": it may have been closed unseen";

  private ReasonText() {}

  /** Returns a phrase for each reason. */
  public static List<String> of(List<Reason> reasons) {
    return reasons.stream().map(ReasonText::of).toList();
  }

  // Over 40 lines: a line for each kind.
  /** Returns a reason as a phrase. */
  public static String of(Reason reason) {
    return switch (reason.kind()) {
      case FACT -> fact((Reason.Fact) reason);
      case VIEW_OF_UNKNOWN -> viewOfUnknown((MemoryReason.ViewOfUnknown) reason);
      case VIEW_INSIDE -> viewInside((MemoryReason.ViewInside) reason);
      case TWO_OWNERS -> twoOwners((MemoryReason.TwoOwners) reason);
      case ALLOCATOR_EMPTY -> allocatorEmpty((MemoryReason.AllocatorEmpty) reason);
      case HANDLE_HELD ->
          "the handle is still held by "
              + ((MemoryReason.HandleHeld) reason).owner()
              + ": only the memory was freed";
      case OWNERS_CLOSED -> ownersClosed((OwnerReason.OwnersClosed) reason);
      case OWNERS_COLLECTED -> ownersCollected((OwnerReason.OwnersCollected) reason);
      case OWNERS_ELSEWHERE_CLOSED -> elsewhere((OwnerReason.OwnersElsewhereClosed) reason);
      case IN_CACHE_OF_CLOSED -> inCacheOfClosed((OwnerReason.InCacheOfClosed) reason);
      case PATH_THROUGH_CACHE -> pathThroughCache((OwnerReason.PathThroughCache) reason);
      case NEVER_HITS -> neverHits((OwnerReason.NeverHits) reason);
      case LAST_TAKEN -> lastTaken((OwnerReason.LastTaken) reason);
      case OVERWRITTEN -> overwritten((OwnerReason.Overwritten) reason);
      case HOLDERS_UNKNOWN -> holdersUnknown((OwnerReason.HoldersUnknown) reason);
      case SYSTEMS_OWN ->
          "opened inside "
              + SourceNames.call(String.valueOf(((OwnerReason.SystemsOwn) reason).scope()))
              + ", so it belongs to the system";
      case LIBRARYS_OWN -> librarysOwn(((OwnerReason.LibrarysOwn) reason).libraryClass());
      case COLLECTED ->
          Numbers.grouped(((StateReason.Collected) reason).count()) + " collected, never closed";
      case UNREACHABLE ->
          "nothing refers to "
              + Numbers.grouped(((StateReason.Unreachable) reason).count())
              + " of them any more";
      case FOLDED ->
          "for "
              + Numbers.grouped(((StateReason.Folded) reason).count())
              + " of them, the ledger keeps only their number and total size";
      case RECLAIMED -> reclaimed((StateReason.Reclaimed) reason);
      case RECLAIMED_WITH -> reclaimedWith((StateReason.ReclaimedWith) reason);
      case OPEN_AT_END -> openAtEnd((StateReason.OpenAtEnd) reason);
      case STILL_USED ->
          kept(
              usedBy(((StateReason.StillUsed) reason).by()),
              ((StateReason.StillUsed) reason).notInDump());
      case UNDECIDED -> undecided((StateReason.Undecided) reason);
      case STANDS_IN_TRY -> standsInTry((StateReason.StandsInTry) reason);
      case CLOSE_SKIPPED -> closeSkipped((StateReason.CloseSkipped) reason);
      case OPENED_FOR_ITSELF -> openedForItself((StateReason.OpenedForItself) reason);
      case UNFINISHED_RUN -> unfinishedRun((StateReason.UnfinishedRun) reason);
      case OVER_LIMIT -> overLimit((StateReason.OverLimit) reason);
      case OPEN_FOR -> openFor((StateReason.OpenFor) reason);
      case OPENED_BY -> openedBy((StateReason.OpenedBy) reason);
      case GROWS -> grows((NumberReason.Grows) reason);
      case OPENED_EVENLY -> openedEvenly((NumberReason.OpenedEvenly) reason);
      case REFERENCES -> references((NumberReason.References) reason);
      case LAMBDA ->
          "a "
              + SourceNames.simple(((RuleReason.Lambda) reason).className())
              + ": no agent can change the code of lambdas";
      case CLOSE_RULE_MISSING ->
          "no rule names a close method for type " + ((RuleReason.CloseRuleMissing) reason).type();
      case CLOSE_NOT_WOVEN ->
          "none of the close methods that its rule names is woven in "
              + SourceNames.simple(((RuleReason.CloseNotWoven) reason).className())
              + " or a supertype";
      case MAY_BE_CLOSED_UNSEEN -> ((RuleReason.MayBeClosedUnseen) reason).what() + UNSEEN;
      case POLICY -> policy((RuleReason.Policy) reason);
      case SUPPRESSED_BUT_GROWS ->
          "matches the suppression "
              + ((RuleReason.SuppressedButGrows) reason).suppression()
              + ", but grows, so it is a leak";
      case OVER_BUDGET -> overBudget((RuleReason.OverBudget) reason);
      case OF_SOME -> ofSome((SomeReason.OfSome) reason);
      case MORE ->
          "and "
              + Numbers.counted(((SomeReason.More) reason).count(), "more reason")
              + " for individual stacks";
    };
  }

  private static String fact(Reason.Fact fact) {
    return switch (fact) {
      case NO_ROOT -> "no open resource owns the memory at its address";
      case IN_CACHE -> "the cache still holds it: a later call may hit the entry";
      case CLOSE_RUNNING -> "its close was running when the process ended";
      case OPENED_AT_END ->
          "opened while the process was ending, by a thread that was still running";
      case QUEUED_WORK ->
          "it is queued or being processed by an executor or consumer that is still running";
      case SERVED_BY_THREADS ->
          "only its own worker threads refer to it, and they run until it is closed: nothing else uses it";
      case OF_DAEMON ->
          "only the task of a daemon thread refers to it, and the JVM exits without waiting for daemon threads";
      case HEAP_WOULD_DECIDE -> "a heap dump (set holders=true) may show whether it is a leak";
      case RETURN_WOULD_DECIDE ->
          "to find out, let these calls return before the process ends, or close it in a try statement";
      case STACK_CUT ->
          "a guess: its opening stack is truncated, so the outermost calls are unknown";
      case FOR_GOOD ->
          "nothing can close it any more; a Cleaner may have freed its contents unseen";
      case EACH_CYCLE_LEFT_SOME -> "each of the most recent cycles left some open";
    };
  }

  // ---- Memory -----------------------------------------------------------------------------------

  private static String viewOfUnknown(MemoryReason.ViewOfUnknown view) {
    return view.hasAddress()
        ? "it does not own its memory; the owner is not open, or was opened before the agent was attached"
        : "it does not own its memory and has no address by which to find the owner";
  }

  private static String viewInside(MemoryReason.ViewInside view) {
    return "it does not own its memory; the memory lies inside "
        + range(view.range())
        + " of "
        + opened(view.of())
        + ", which is open";
  }

  private static String twoOwners(MemoryReason.TwoOwners owners) {
    return "the range "
        + range(owners.range())
        + " of each bank is owned by "
        + opened(owners.one())
        + " and by "
        + opened(owners.other())
        + ", with no close between the two openings";
  }

  /** Text such as {@code 0x3ffff800+2048}: the first byte and the number of bytes. */
  private static String range(MemoryReason.Range range) {
    return Numbers.address(range.start()) + "+" + range.bytes();
  }

  /**
   * Describes an opening, for example {@code the buffer opened at load_binaries from
   * Main.run(Main.java:48)}.
   */
  private static String opened(MemoryReason.Opened opened) {
    String type = opened.type();
    String what = "the " + (type == null ? "unknown" : Numbers.spoken(type)) + " opened at ";
    String site = opened.site();
    Frame at = opened.at();
    if (at == null) {
      return what + (site == null ? Opening.NO_STACK : site);
    }
    return what + (site == null ? "" : site + " from ") + JavaNames.shortFrame(at);
  }

  private static String allocatorEmpty(MemoryReason.AllocatorEmpty empty) {
    if (empty.devices().size() > 1) { // Each device has its own session and sampling.
      return "the allocators of devices "
          + Numbers.ranges(empty.devices())
          + " hold 0 B of "
          + empty.space()
          + ": the blocks were freed, but no close was seen";
    }
    String session = empty.session() == null ? "" : " in session " + empty.session();
    Long asked = empty.askedNanos();
    return "the allocator of device "
        + empty.devices().get(0)
        + " holds 0 B of "
        + empty.space()
        + session
        + (asked == null ? "" : " (queried " + Numbers.duration(asked) + " after process start)")
        + ": the block was freed, but no close was seen";
  }

  // ---- Owners, caches and holders ---------------------------------------------------------------

  private static String ownersClosed(OwnerReason.OwnersClosed reason) {
    OwnerReason.ClosedOwners owners = reason.owners();
    boolean one = owners.isOne();
    String then =
        switch (reason.consequence()) {
          case NOT_FREED ->
              one ? " and did not free what it owned" : " and did not free what they owned";
          case LEFT_OPEN -> one ? " and left it open" : " and left them open";
          case HANDLE_LEFT -> one ? "; the handle was not" : "; the handles were not";
        };
    if (owners.names().isEmpty()) {
      return "its owner was closed" + then;
    }
    String at = JavaNames.at(owners.at());
    String names = named(owners.names(), owners.more());
    String ended = howEnded(owners.howEnded());
    return one
        ? "its owner " + names + " was " + ended + at + then
        : "their owners "
            + names
            + " were "
            + ended
            + (owners.allThere() ? at : ", the first" + at + ",")
            + then;
  }

  private static String howEnded(OwnerReason.@Nullable HowEnded ended) {
    if (ended == null) {
      return "closed or disowned";
    }
    return switch (ended) {
      case CLOSED -> "closed";
      case DISOWNED -> "disowned";
    };
  }

  private static String ownersCollected(OwnerReason.OwnersCollected reason) {
    boolean one = reason.owners().size() == 1 && !reason.more();
    return (one ? "collected with the owner " : "collected with the owners ")
        + named(reason.owners(), reason.more())
        + (one ? ", which was" : ", which were")
        + " never closed";
  }

  private static String elsewhere(OwnerReason.OwnersElsewhereClosed reason) {
    return Numbers.grouped(reason.closed())
        + " of "
        + Numbers.grouped(reason.opened())
        + " "
        + SourceNames.simple(reason.ownerClass())
        + " objects from the same stack"
        + (reason.closed() == 1 ? " was closed" : " were closed")
        + JavaNames.at(reason.at());
  }

  private static String inCacheOfClosed(OwnerReason.InCacheOfClosed reason) {
    return "closing "
        + SourceNames.simple(reason.ownerClass())
        + " does not clear its "
        + SourceNames.simple(reason.cacheClass())
        + "; no later call can hit these entries";
  }

  private static String pathThroughCache(OwnerReason.PathThroughCache path) {
    boolean all = path.shown() == path.count();
    String what =
        "the heap shows a path through the cache to "
            + (all ? "it" : Numbers.grouped(path.shown()) + " of them");
    if (path.keys().isEmpty()) {
      return what;
    }
    return what
        + ", under the "
        + (path.keys().size() == 1 ? "key " : "keys ")
        + named(path.keys(), path.more());
  }

  private static String neverHits(OwnerReason.NeverHits reason) {
    return "the same call added "
        + (reason.more() ? "more than " : "")
        + Numbers.counted(reason.entries(), "entry")
        + " to the same cache, one in each cycle, because it never found the previous entry";
  }

  private static String lastTaken(OwnerReason.LastTaken taken) {
    if (taken.isOfAll()) {
      return "last taken " + from(taken.places().get(0));
    }
    return taken.places().stream()
            .map(place -> Numbers.grouped(place.count()) + " last taken " + from(place))
            .collect(Collectors.joining(", "))
        + (taken.more() ? ", and others elsewhere" : "");
  }

  private static String from(OwnerReason.Taken place) {
    return "from the " + SourceNames.simple(place.cacheClass()) + JavaNames.at(place.at());
  }

  private static String overwritten(OwnerReason.Overwritten reason) {
    Frame by = reason.by();
    return (reason.overwritten() == reason.count()
            ? ""
            : Numbers.grouped(reason.overwritten()) + " of them ")
        + "overwritten in the "
        + SourceNames.simple(reason.cacheClass())
        + (by == null
            ? " by a later entry under the same key"
            : " when " + JavaNames.shortFrame(by) + " put another entry under the same key");
  }

  private static String holdersUnknown(OwnerReason.HoldersUnknown reason) {
    String hindrance =
        switch (reason.hindrance()) {
          case DUMP_OF_OTHER_TIME -> "but the heap dump is from a different time than the ledger";
          case NOT_LOOKED_AT_EXIT -> "but the heap was not examined (set holders=true)";
          case NOT_LOOKED_YET -> "but the heap was not examined (run dump --holders)";
          case NOT_LOOKED_IN_TIME -> "but the heap was not examined before tracking ended";
        };
    return "only the heap shows whether it is in a holder ("
        + named(reason.holderClasses().stream().map(SourceNames::simple).toList(), reason.more())
        + "), "
        + hindrance;
  }

  private static String librarysOwn(String libraryClass) {
    return SourceNames.simple(libraryClass)
        + " opened it and keeps it in a static field, so it counts as the library's;"
        + " if that code is yours, set app="
        + JavaNames.packageOf(libraryClass)
        + ".**";
  }

  // ---- How it ended -----------------------------------------------------------------------------

  private static String reclaimed(StateReason.Reclaimed reason) {
    return Numbers.grouped(reason.count())
        + " of "
        + Numbers.grouped(reason.opened())
        + (reason.count() == 1 ? " was" : " were")
        + " closed by a Cleaner, finalizer or the like, not by the program";
  }

  private static String reclaimedWith(StateReason.ReclaimedWith reason) {
    List<String> named = new ArrayList<>();
    for (StateReason.Companion other : reason.companions()) {
      Frame at = other.at();
      named.add(
          TypeNames.counted(other.count(), other.type())
              + (at == null ? "" : " opened at " + JavaNames.shortFrame(at)));
    }
    return "reclaimed with " + named(named, reason.more());
  }

  private static String openAtEnd(StateReason.OpenAtEnd reason) {
    String cache = reason.inNoCache() ? ", and in no cache" : "";
    String reach =
        switch (reason.reach()) {
          case HANDLE -> "; the handle is a number, so whether it is reachable is unknown";
          case SHOWN -> "";
          case REACHABLE -> "; still reachable" + cache;
          case MAYBE_NOT -> cache + "; there was no collection at the end, so it may be garbage";
        };
    return kept("open when the process ended" + reach, reason.notInDump());
  }

  private static String kept(String text, boolean notInDump) {
    return notInDump ? text + "; the heap dump does not show what refers to it" : text;
  }

  private static String usedBy(StateReason.UsedBy by) {
    return switch (by.use()) {
      case BY_OWNER -> "its owner is in use, and closing the owner frees it";
      case IN_COLLECTIONS -> "it is only in collections that running calls use";
      case BY_OWN_THREADS -> "only its own threads and running calls refer to it";
      case BY_CALLS -> "only running calls refer to it";
      case OPENER_RUNS -> "the process ended while " + openerOf(by) + " was still running";
    };
  }

  private static String openerOf(StateReason.UsedBy by) {
    Frame call = by.call();
    if (call == null) {
      return by.handedOver()
          ? "a method that may have received it"
          : "the method that opened it or its owner";
    }
    return JavaNames.shortFrame(call)
        + (by.handedOver()
            ? ", which may have received it,"
            : ", which had opened it or its owner,");
  }

  private static String undecided(StateReason.Undecided reason) {
    Frame task = reason.task();
    return "undecided: "
        + usedBy(reason.by())
        + (task == null
            ? ", and no running call is inside a try statement that closes it"
            : ", and it is closed only when " + JavaNames.call(task) + " ends");
  }

  private static String standsInTry(StateReason.StandsInTry reason) {
    String basis =
        switch (reason.basis()) {
          case HEAP -> "";
          case STACKS_OF_NUMBER ->
              " from stacks, since the handle is a number, not an object in the heap";
          case STACKS -> " from stacks, since the heap was not examined (set holders=true)";
        };
    return "a guess"
        + basis
        + ": "
        + JavaNames.shortFrame(reason.call())
        + " is inside a try statement and may close "
        + (reason.several() ? "older resources as well as the newest" : "it");
  }

  private static String openedForItself(StateReason.OpenedForItself reason) {
    String jar = reason.jar();
    String where = JavaNames.isPlatform(reason.call().className()) ? "the JDK" : jar;
    if (reason.call().method().equals("<init>")) {
      return "the constructor of "
          + SourceNames.simple(reason.call().className())
          + (where == null ? "" : ", inside " + where + ",")
          + " opened it and then threw: there is no object to close";
    }
    return JavaNames.call(reason.call())
        + (where == null ? "" : ", inside " + where + ",")
        + " opened it for itself and returns nothing that could close it";
  }

  private static String unfinishedRun(StateReason.UnfinishedRun reason) {
    String state =
        switch (reason.ended()) {
          case RUNNING -> "the process is still running";
          case DETACHED -> "tracking was ended by detach";
          case KILLED, EXIT -> "killed";
        };
    return kept(
        state
            + (reason.growing()
                ? ": the newest resource may not be a leak"
                : ": resources in use cannot be distinguished from leaks"),
        reason.notInDump());
  }

  private static String overLimit(StateReason.OverLimit reason) {
    String which =
        reason.count() == reason.total()
            ? ""
            : Numbers.grouped(reason.count()) + " of " + Numbers.grouped(reason.total()) + " ";
    return which + "in use for longer than the limit of " + Numbers.duration(reason.limitNanos());
  }

  private static String openFor(StateReason.OpenFor reason) {
    return (reason.oneOf() ? "in use for up to " : "in use for ")
        + Numbers.duration(reason.nanos())
        + "; "
        + openedBy(reason.by());
  }

  private static String openedBy(StateReason.OpenedBy by) {
    List<String> quoted = by.threads().stream().map(name -> '"' + name + '"').toList();
    boolean one = quoted.size() == 1 && !by.more();
    return "opened by " + (one ? "thread " : "threads ") + named(quoted, by.more());
  }

  // ---- Numbers ----------------------------------------------------------------------------------

  private static final int FIRST_NAMED = 3;
  private static final int MAX_NAMED = 8;

  private static String grows(NumberReason.Grows reason) {
    List<Long> values = reason.values();
    String cycles = Numbers.counted(reason.cycles(), "cycle");
    String which =
        values.size() == reason.cycles()
            ? "each of " + cycles
            : Numbers.grouped(values.size()) + " of " + cycles;
    return (reason.bytes() ? "bytes open after " : "open after ")
        + which
        + ": "
        + series(values)
        + "; the number rose in "
        + rises(values)
        + " of "
        + values.size();
  }

  private static String series(List<Long> values) {
    int last = values.size() - 1;
    boolean isShort = values.size() <= MAX_NAMED;
    StringBuilder named = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      if (isShort || i < FIRST_NAMED || i == last) {
        named.append(i == 0 ? "" : i < last || isShort ? ", " : " ");
        named.append(Numbers.grouped(values.get(i)));
      } else if (i == FIRST_NAMED) {
        named.append(", ...");
      }
    }
    return named.toString();
  }

  /** The number of cycles in which a value rose; the value before the first cycle counts as 0. */
  private static int rises(List<Long> values) {
    int rises = 0;
    long before = 0;
    for (long value : values) {
      rises += value > before ? 1 : 0;
      before = value;
    }
    return rises;
  }

  private static String openedEvenly(NumberReason.OpenedEvenly reason) {
    return "judged by time, for lack of marks: the "
        + Numbers.grouped(reason.count())
        + " open resources were opened evenly over the run, about one every "
        + Numbers.duration(reason.nanos() / (reason.count() - 1))
        + " for "
        + Numbers.duration(reason.nanos())
        + " (Laplace's test: p = "
        + Math.round(reason.probability() * 100) / 100.0
        + "), so their number may grow; set marks to find out";
  }

  private static String references(NumberReason.References reason) {
    String prefix =
        reason.counted() < reason.count()
            ? "for " + Numbers.grouped(reason.counted()) + " of them, "
            : "";
    String value = Numbers.grouped(reason.min());
    String counts = (reason.count() == 1 ? "the" : "each") + " reference count is " + value;
    if (reason.min() != reason.max()) {
      counts = "the reference counts are " + value + " to " + Numbers.grouped(reason.max());
    }
    return prefix
        + counts
        + " after "
        + Numbers.counted(reason.retained(), "retain")
        + " and "
        + Numbers.counted(reason.released(), "release")
        + (reason.counted() == 1 ? "" : " in total");
  }

  // ---- Rules, suppressions, several findings ----------------------------------------------------

  private static String policy(RuleReason.Policy reason) {
    return switch (reason.policy()) {
      case TypePolicies.SEVERAL ->
          "according to its rule, one left open is not a leak, but several opened at the same line are";
      case "leak" -> "according to its rule, " + reason.verdict() + " is a leak";
      case "warning" -> "according to its rule, " + reason.verdict() + " is only a warning";
      default -> "according to its rule, " + reason.verdict() + " is not a leak";
    };
  }

  private static String overBudget(RuleReason.OverBudget reason) {
    List<String> excess = new ArrayList<>();
    Long maxCount = reason.maxCount();
    if (maxCount != null && reason.count() > maxCount) {
      String count = Numbers.counted(reason.count(), "resource");
      excess.add(count + " (limit " + Numbers.grouped(maxCount) + ")");
    }
    Long maxBytes = reason.maxBytes();
    if (maxBytes != null && reason.bytes() > maxBytes) {
      excess.add(Numbers.bytes(reason.bytes()) + " (limit " + Numbers.bytes(maxBytes) + ")");
    }
    return "over the budget of the suppression "
        + reason.suppression()
        + ": "
        + String.join(", ", excess);
  }

  private static String closeSkipped(StateReason.CloseSkipped reason) {
    return "the close of the "
        + SourceNames.simpleQualifier(reason.className())
        + " at "
        + JavaNames.shortFrame(reason.at())
        + " threw, so the method may not have reached the close of this resource";
  }

  private static String ofSome(SomeReason.OfSome reason) {
    return "from "
        + Numbers.grouped(reason.some())
        + " of "
        + Numbers.grouped(reason.all())
        + " stacks: "
        + of(reason.reason());
  }

  private static String named(List<String> names, boolean more) {
    return String.join(", ", names) + (more ? " and more" : "");
  }
}
