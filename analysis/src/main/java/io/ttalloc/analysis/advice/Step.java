package io.ttalloc.analysis.advice;

import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of an advice. Classes have the names of their class files. Immutable. */
public sealed interface Step {
  /** The kinds of steps: {@code CLOSE_LIKE} are the records {@code CloseLike}. */
  enum Kind {
    FACT,
    CLOSE,
    CLOSE_LIKE,
    FIND_PATH,
    LIVES_AS_LONG,
    IF_HANDED_OUT,
    CLOSE_REPLACED,
    CLOSE_TAKEN,
    OWNER_SHOULD_CLOSE,
    CLOSE_BEFORE_DISOWNED,
    CLEAR,
    BEFORE_CLOSE,
    UNTIL_THEN,
    AND,
    UNDO,
    LET_CLOSE_SUCCEED,
    LET_RETURN,
    AVOID_CALL
  }

  /** Its kind, by the name of its class. */
  default Kind kind() {
    return Kind.valueOf(JavaNames.constant(getClass()));
  }

  /** A step that is the same for all findings which have it. */
  enum Fact implements Step {
    CLOSE_VIEW,
    CLEAR_CACHE,
    /** Use the same key each time. */
    SAME_KEY,
    FIND_WHY_TWO_OWNERS,
    /** Nothing, if the process had to end there. */
    NONE_IF_ENDED_THERE,
    NONE_WHILE_OWNED,
    FREE_WITH_OWNER,
    CLOSE_AT_SHUTDOWN,
    RUN_TO_EXIT,
    CLOSE_BEFORE_OWNER,
    /** Raise the limit on how long it may be open. */
    ALLOW_MORE,
    /** Add a rule that names what closes the type. */
    SAY_WHAT_CLOSES,
    /** Add a close rule for the call that ends it, in a class that can be woven. */
    SAY_WHAT_ENDS,
    /** Add a close rule for the call that frees it. */
    SAY_WHAT_FREES;
  }

  /**
   * A call that closes something.
   *
   * @param call null if it is not known
   * @param className what is closed
   * @param openedBy the call that opened it, if the program knows it by that alone; else null
   * @param returned whether that call returned an object of the class
   */
  record Call(
      @Nullable String call, On on, String className, @Nullable Frame openedBy, boolean returned) {}

  /** The way in which a call gets what it closes. */
  enum On {
    RESOURCE,
    OWNER,
    ARGUMENT,
    HANDLE,
    /** The object on which the program made the call that opened it. */
    CALLED
  }

  /** The block in which a call fits as well. */
  enum Block {
    NONE,
    TRY_WITH_RESOURCES,
    FINALLY
  }

  /**
   * A call that closes what was opened.
   *
   * @param at the code from which to call it; null if that is not known
   * @param openedThere whether that code opened it, and not only had it opened
   */
  record Close(Call call, @Nullable Frame at, boolean openedThere, Block block) implements Step {}

  /** A call that closes what was opened, as other code does for others of the kind. */
  record CloseLike(Call call, Frame closer) implements Step {}

  /** A method closes others of the kind by a call, and a path must skip that. */
  record FindPath(Call call, Frame closer) implements Step {}

  /** It lives as long as a class. */
  record LivesAsLong(String className) implements Step {}

  /** If a method hands it out, its caller must close it. */
  record IfHandedOut(Frame method, Frame caller) implements Step {}

  /**
   * Close a resource that a call replaces in a cache.
   *
   * @param at the user's own code; null if it is not known
   */
  record CloseReplaced(String className, Frame call, @Nullable Frame at) implements Step {}

  /** Close a resource that code takes from a cache. */
  record CloseTaken(String className, Frame taker, String cacheClass) implements Step {}

  /**
   * The close of an owner should close what it owns.
   *
   * @param close the close method of the owner; null if it is not known
   */
  record OwnerShouldClose(String ownerClass, @Nullable Frame close, String type) implements Step {}

  /** Close it before its owner is disowned. */
  record CloseBeforeDisowned(String type, String ownerClass) implements Step {}

  /**
   * Make a cache give up its resources.
   *
   * @param call that does it; null if no rule says it
   * @param onOwner whether it is a call on the owner of the cache
   * @param ownerClass null if it is not known
   */
  record Clear(
      String cacheClass, @Nullable String call, boolean onOwner, @Nullable String ownerClass)
      implements Step {}

  /** A step that comes before an owner is closed. */
  record BeforeClose(Step step, String ownerClass) implements Step {}

  /** A step for as long as the previous one has not been done. */
  record UntilThen(Step step) implements Step {}

  /** Both steps. */
  record And(Step step, Step also) implements Step {}

  /**
   * Undo what keeps it reachable.
   *
   * @param putBy the call that put it there; null if that is not known
   * @param opposite what the opposite of that call may be named; null if that is not known
   */
  record Undo(HolderPath path, @Nullable Frame putBy, @Nullable String opposite) implements Step {}

  /**
   * Make the closes succeed that threw.
   *
   * @param methods its own that threw
   * @param otherCall that of another class which is to close it; null if there is none
   */
  record LetCloseSucceed(List<String> methods, @Nullable String otherCall, long thrown)
      implements Step {
    public LetCloseSucceed {
      methods = List.copyOf(methods);
    }
  }

  /** A call of a library opened it for itself, and no caller can close it. */
  record AvoidCall(Frame call) implements Step {}

  /** Let a call return first. */
  record LetReturn(Frame call) implements Step {}
}
