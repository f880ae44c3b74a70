package io.ttalloc.analysis.report;

import io.ttalloc.analysis.advice.Advice;
import io.ttalloc.analysis.advice.Step;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import io.ttalloc.text.Numbers;
import io.ttalloc.text.SourceNames;
import java.util.List;

/** Puts advice into words. */
public final class AdviceText {
  private AdviceText() {}

  /** Returns the advice as one sentence; empty if nothing has to be done. */
  public static String of(Advice advice) {
    return String.join("; ", steps(advice));
  }

  /** Returns a phrase for each step of the advice. */
  public static List<String> steps(Advice advice) {
    return advice.steps().stream().map(AdviceText::of).toList();
  }

  private static String of(Step step) {
    return switch (step.kind()) {
      case FACT -> fact((Step.Fact) step);
      case CLOSE -> close((Step.Close) step);
      case CLOSE_CLIENT -> closeClient((Step.CloseClient) step);
      case CLOSE_LIKE -> closeLike((Step.CloseLike) step);
      case FIND_PATH -> findPath((Step.FindPath) step);
      case LIVES_AS_LONG ->
          "it lives as long as the class "
              + SourceNames.simple(((Step.LivesAsLong) step).className());
      case IF_HANDED_OUT -> ifHandedOut((Step.IfHandedOut) step);
      case CLOSE_REPLACED -> closeReplaced((Step.CloseReplaced) step);
      case CLOSE_TAKEN -> closeTaken((Step.CloseTaken) step);
      case CLOSE_WHEN_DROPPED -> closeWhenDropped((Step.CloseWhenDropped) step);
      case CLOSE_ITSELF -> closeItself((Step.CloseItself) step);
      case CALL_OVERRIDDEN ->
          "make "
              + SourceNames.simple(((Step.CallOverridden) step).className())
              + ".close() call super.close() on every path";
      case SHARE_ONE -> shareOne((Step.ShareOne) step);
      case RELEASE_RETAINED -> releaseRetained((Step.ReleaseRetained) step);
      case CLOSE_AT_SHUTDOWN -> closeAtShutdown(((Step.CloseAtShutdown) step).call());
      case OWNER_SHOULD_CLOSE -> ownerShouldClose((Step.OwnerShouldClose) step);
      case CLOSE_BEFORE_DISOWNED -> closeBeforeDisowned((Step.CloseBeforeDisowned) step);
      case CLEAR -> clear((Step.Clear) step);
      case BEFORE_CLOSE ->
          of(((Step.BeforeClose) step).step())
              + " before "
              + SourceNames.simple(((Step.BeforeClose) step).ownerClass())
              + " is closed";
      case UNTIL_THEN -> "until then, " + of(((Step.UntilThen) step).step());
      case AND -> of(((Step.And) step).step()) + ", and " + of(((Step.And) step).also());
      case UNDO -> UndoText.of((Step.Undo) step);
      case LET_CLOSE_SUCCEED -> letCloseSucceed((Step.LetCloseSucceed) step);
      case AVOID_CALL -> avoidCall(((Step.AvoidCall) step).call());
      case LET_RETURN -> letReturn(((Step.LetReturn) step).call());
    };
  }

  private static String letReturn(Frame call) {
    return "or let " + JavaNames.call(call) + " return before the process ends";
  }

  private static String avoidCall(Frame call) {
    String name = SourceNames.simple(call.className());
    return "your code cannot close it: "
        + (call.method().equals("<init>")
            ? "the constructor of " + name + " must close it before throwing; "
            : "avoid " + JavaNames.call(call) + ", or ")
        + "report this to the maintainers of "
        + name;
  }

  private static String fact(Step.Fact fact) {
    return switch (fact) {
      case CLOSE_VIEW -> "close the view when it is no longer used";
      case CLEAR_CACHE -> "clear the cache";
      case SAME_KEY -> "use the same cache key each time";
      case FIND_WHY_TWO_OWNERS -> "find out why the allocator gave the same range to two owners";
      case NONE_IF_ENDED_THERE -> "nothing to do if the process was meant to end at this point";
      case NONE_WHILE_OWNED -> "nothing to do while their number is stable";
      case FREE_WITH_OWNER ->
          "if their number keeps growing, free each one when its owner is closed";
      case RUN_TO_EXIT -> "let the program exit normally to see what leaks";
      case CLOSE_BEFORE_OWNER -> "close it before its owner";
      case ALLOW_MORE -> "or raise older-than";
      case SAY_WHAT_CLOSES -> "add a rule for its type that names the closing method";
      case SAY_WHAT_ENDS ->
          "add a close rule for a method that ends its use and whose class can be woven";
      case SAY_WHAT_FREES -> "add a close rule for the call that frees it";
    };
  }

  private static String close(Step.Close close) {
    Frame at = close.at();
    if (at == null) {
      return "call " + call(close.call());
    }
    String where = JavaNames.shortFrame(at);
    boolean onCalled = close.call().on() == Step.On.CALLED;
    String block =
        switch (close.block()) {
          case NONE -> "";
          case TRY_WITH_RESOURCES -> ", or open it in a try-with-resources statement";
          case FINALLY -> ", in the finally block of a try statement";
        };
    return "call "
        + call(close.call())
        + (onCalled
            ? " " + where + " calls"
            : close.openedThere()
                ? " that " + where + " opened"
                : (close.call().returned() ? " to " : " for ") + where)
        + block;
  }

  private static String releaseRetained(Step.ReleaseRetained step) {
    Frame returnedBy = step.returnedBy();
    return "call "
        + step.call()
        + (returnedBy == null
            ? " once more for the retain at "
            : " on what " + JavaNames.call(returnedBy) + " returned to ")
        + JavaNames.shortFrame(step.retained())
        + " (the release at "
        + JavaNames.shortFrame(step.released())
        + " drops only the other reference)";
  }

  private static String closeAtShutdown(Step.Call call) {
    if (call.call() == null || call.call().equals("close()")) {
      return "close it at shutdown";
    }
    return "call "
        + call.call()
        + switch (call.on()) {
          case RESOURCE, CALLED -> " on it";
          case OWNER -> " on its owner";
          case ARGUMENT -> " for it";
          case HANDLE -> " with the handle";
        }
        + " when the program ends";
  }

  private static String name(Step.Call call) {
    String name = call.call();
    return name == null ? "the closing method" : name;
  }

  /** A call and its receiver: {@code close() on the Socket}. */
  private static String call(Step.Call call) {
    Frame openedBy = call.openedBy();
    String wrapper = call.wrapper();
    String it =
        (wrapper == null ? "" : "the " + SourceNames.simple(wrapper) + " around ") + object(call);
    return name(call)
        + switch (call.on()) {
          case RESOURCE -> " on " + it;
          case OWNER -> " on the owner of " + it;
          case ARGUMENT -> " for " + it;
          case HANDLE -> " with the handle";
          case CALLED ->
              " on the "
                  + SourceNames.simple(call.className())
                  + " whose "
                  + (openedBy == null ? "method" : openedBy.method() + "()");
        };
  }

  private static String closeClient(Step.CloseClient step) {
    Frame madeBy = step.madeBy();
    String jar = step.jar();
    String client =
        madeBy == null
            ? "client from "
                + (jar == null ? JavaNames.packageOf(step.opened().className()) : jar)
                + " that"
            : SourceNames.simple(JavaNames.outermost(step.task().className()))
                + " that "
                + JavaNames.shortFrame(madeBy)
                + " created, which";
    return "close the "
        + client
        + " opened it on a thread of its own, at "
        + JavaNames.shortFrame(step.opened());
  }

  /**
   * The words for the object to close; if the program does not have the object, the words name the
   * call that opened it.
   */
  private static String object(Step.Call call) {
    Frame openedBy = call.openedBy();
    return openedBy == null
        ? "the " + SourceNames.simple(call.className())
        : call.returned()
            ? "the "
                + SourceNames.simple(call.className())
                + " that "
                + JavaNames.call(openedBy)
                + " returned"
            : "what " + JavaNames.call(openedBy) + " opened";
  }

  private static String closeWhenDropped(Step.CloseWhenDropped step) {
    String field = SourceNames.simpleQualifier(step.fieldClass()) + "." + step.field();
    return "call "
        + call(step.call())
        + " when it is removed from "
        + field
        + ", or where it is opened if it is never put there";
  }

  private static String closeItself(Step.CloseItself step) {
    return "declare the "
        + SourceNames.simple(step.className())
        + " as a separate variable in the try statement at "
        + JavaNames.shortFrame(step.at())
        + ": the object that wraps it did not close it";
  }

  private static String shareOne(Step.ShareOne step) {
    return "share one "
        + Numbers.spoken(step.type())
        + " among all calls, since it cannot be closed";
  }

  private static String closeLike(Step.CloseLike step) {
    return "call "
        + call(step.call())
        + (step.call().on() == Step.On.CALLED ? " is called" : "")
        + ", as "
        + JavaNames.shortFrame(step.closer())
        + " does for others opened from this stack";
  }

  private static String findPath(Step.FindPath step) {
    return "call "
        + name(step.call())
        + " on every path through "
        + JavaNames.call(step.closer())
        + ": some paths end before "
        + JavaNames.source(step.closer())
        + " closes it, or open another resource first";
  }

  private static String ifHandedOut(Step.IfHandedOut step) {
    return "if "
        + JavaNames.call(step.method())
        + " returns it, "
        + JavaNames.shortFrame(step.caller())
        + " must close it or pass it on";
  }

  private static String closeReplaced(Step.CloseReplaced step) {
    return "close the "
        + SourceNames.simple(step.className())
        + " that "
        + JavaNames.call(step.call())
        + " replaces"
        + JavaNames.at(step.at());
  }

  private static String closeTaken(Step.CloseTaken step) {
    return "close the "
        + SourceNames.simple(step.className())
        + " that "
        + JavaNames.shortFrame(step.taker())
        + " takes from the "
        + SourceNames.simple(step.cacheClass())
        + ", or put it back";
  }

  private static String ownerShouldClose(Step.OwnerShouldClose step) {
    Frame close = step.close();
    String call =
        close == null
            ? SourceNames.simpleQualifier(step.ownerClass()) + ".close"
            : JavaNames.call(close);
    return call + " should close the " + Numbers.spoken(step.type()) + " that it owns";
  }

  private static String closeBeforeDisowned(Step.CloseBeforeDisowned step) {
    String type = Numbers.spoken(step.type());
    String owner = SourceNames.simple(step.ownerClass());
    return "close the "
        + type
        + " before the "
        + owner
        + " that owns it is disowned; if whatever takes over the "
        + owner
        + " also frees the "
        + type
        + ", set frees-owned: true in the rule for "
        + owner;
  }

  private static String clear(Step.Clear step) {
    String call = step.call();
    String name = SourceNames.simple(step.cacheClass());
    if (call == null) {
      return "clear the " + name;
    }
    if (!step.onOwner()) {
      return "call " + SourceNames.simpleQualifier(step.cacheClass()) + "." + call;
    }
    String owner = step.ownerClass();
    return owner == null
        ? "call " + call + " on the owner of the " + name
        : "call " + SourceNames.simpleQualifier(owner) + "." + call;
  }

  private static String letCloseSucceed(Step.LetCloseSucceed step) {
    String other = step.otherCall();
    String closes = other == null ? "its close" : other;
    if (!step.methods().isEmpty()) {
      closes = "its " + String.join("() or its ", step.methods()) + "()";
    }
    return closes
        + " threw "
        + Numbers.counted(step.thrown(), "time")
        + " (see misuse): make it succeed, or free the resource anyway";
  }
}
