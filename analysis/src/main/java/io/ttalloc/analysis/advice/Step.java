package io.ttalloc.analysis.advice;

import io.ttalloc.analysis.fold.HolderPath;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of an {@link Advice}. Class names are binary names. Immutable. */
public sealed interface Step {
  /**
   * The kinds of steps, named after the records: {@code CLOSE_LIKE} is the kind of {@link
   * CloseLike}.
   */
  enum Kind {
    FACT,
    CLOSE,
    CLOSE_CLIENT,
    CLOSE_LIKE,
    RELEASE_RETAINED,
    FIND_PATH,
    LIVES_AS_LONG,
    CLOSE_AT_SHUTDOWN,
    IF_HANDED_OUT,
    CLOSE_REPLACED,
    CLOSE_TAKEN,
    CLOSE_WHEN_DROPPED,
    CLOSE_ITSELF,
    CALL_OVERRIDDEN,
    SHARE_ONE,
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

  /** The kind of this step, derived from the name of its class. */
  default Kind kind() {
    return Kind.valueOf(JavaNames.constant(getClass()));
  }

  /** A step without parameters. */
  enum Fact implements Step {
    CLOSE_VIEW,
    CLEAR_CACHE,
    /** Use the same cache key each time. */
    SAME_KEY,
    FIND_WHY_TWO_OWNERS,
    /**
     * Do nothing if the process was meant to end before the call that uses the resource returns.
     */
    NONE_IF_ENDED_THERE,
    NONE_WHILE_OWNED,
    FREE_WITH_OWNER,
    RUN_TO_EXIT,
    CLOSE_BEFORE_OWNER,
    /** Raise the limit on how long the resource may be open. */
    ALLOW_MORE,
    /** Add a rule that names the methods that close the type. */
    SAY_WHAT_CLOSES,
    /** Add a close rule for the call that ends the resource, in a class that can be woven. */
    SAY_WHAT_ENDS,
    /** Add a close rule for the call that frees the resource. */
    SAY_WHAT_FREES;
  }

  /**
   * A call that closes something.
   *
   * @param call the method to call; null if it is not known
   * @param className the class of the closed object
   * @param openedBy the call that opened the object, if the program identifies the object only by
   *     that call; else null
   * @param returned whether that call returned an object of the class
   * @param wrapper the class of a wrapper whose close also closes the object, and may have to write
   *     buffered data to it first; null if there is none
   */
  record Call(
      @Nullable String call,
      On on,
      String className,
      @Nullable Frame openedBy,
      boolean returned,
      @Nullable String wrapper) {
    public Call(
        @Nullable String call,
        On on,
        String className,
        @Nullable Frame openedBy,
        boolean returned) {
      this(call, on, className, openedBy, returned, null);
    }

    /** Returns this call, made on a wrapper of the object. */
    public Call onWrapper(@Nullable String wrapperClass) {
      return new Call(call, on, className, openedBy, returned, wrapperClass);
    }
  }

  /** How the code that makes the call gets the object to close. */
  enum On {
    RESOURCE,
    OWNER,
    ARGUMENT,
    HANDLE,
    /** The object on which the program made the opening call. */
    CALLED
  }

  /** The kind of block that the advice suggests for the call. */
  enum Block {
    NONE,
    TRY_WITH_RESOURCES,
    FINALLY
  }

  /**
   * Call a method that closes the resource.
   *
   * @param at the code from which to call it; null if that is not known
   * @param openedThere whether that code opened the resource itself, rather than through a call
   */
  record Close(Call call, @Nullable Frame at, boolean openedThere, Block block) implements Step {}

  /**
   * Close the library's object that opened the resource on a thread of its own, since no code of
   * the program can refer to the resource itself.
   *
   * @param opened the library's call that opened the resource
   * @param jar the JAR file of the library; null if it is unknown
   * @param task the method that the thread runs
   * @param madeBy the only code of the program that called the task's class to open something; null
   *     if there is none
   */
  record CloseClient(Frame opened, @Nullable String jar, Frame task, @Nullable Frame madeBy)
      implements Step {}

  /**
   * Release a reference that the program retained, since the code that opened the resource has
   * released a different reference.
   *
   * @param call the method to call
   * @param retained the program's line that retained the reference
   * @param returnedBy the call that returned an object with the reference, such as a slice; null if
   *     that line only raised the count
   * @param released the line that released the other reference
   */
  record ReleaseRetained(String call, Frame retained, @Nullable Frame returnedBy, Frame released)
      implements Step {}

  /** Close the resource with a call, as other code does for similar resources. */
  record CloseLike(Call call, Frame closer) implements Step {}

  /**
   * A method closes similar resources with a call: find the path through the method that skips the
   * call.
   */
  record FindPath(Call call, Frame closer) implements Step {}

  /** Not an action but a fact: the resource lives as long as a class. */
  record LivesAsLong(String className) implements Step {}

  /**
   * Close the resource with a call when the program ends, since it lives as long as the program.
   */
  record CloseAtShutdown(Call call) implements Step {}

  /** Share one resource of a type throughout the program, since the program cannot close it. */
  record ShareOne(String type) implements Step {}

  /** If a method returns the resource, its caller must close it. */
  record IfHandedOut(Frame method, Frame caller) implements Step {}

  /**
   * Close a resource that a call replaces in a cache.
   *
   * @param at the user's own code; null if it is not known
   */
  record CloseReplaced(String className, Frame call, @Nullable Frame at) implements Step {}

  /** Close a resource that code removes from a cache. */
  record CloseTaken(String className, Frame taker, String cacheClass) implements Step {}

  /**
   * Close an object itself, and not only its wrapper: the wrapper does not close the object, or
   * could not be created.
   *
   * @param at the try statement that closes the wrapper
   */
  record CloseItself(String className, Frame at) implements Step {}

  /** Let the close method of a class call the method that it overrides. */
  record CallOverridden(String className) implements Step {}

  /** Close a resource when the collection or cache in a field of the program drops it. */
  record CloseWhenDropped(Call call, String fieldClass, String field) implements Step {}

  /**
   * Make the close method of an owner close the resources of the owner.
   *
   * @param close the close method of the owner; null if it is not known
   */
  record OwnerShouldClose(String ownerClass, @Nullable Frame close, String type) implements Step {}

  /** Close the resource before its owner is disowned. */
  record CloseBeforeDisowned(String type, String ownerClass) implements Step {}

  /**
   * Make a cache release its resources.
   *
   * @param call the method that releases the resources; null if no rule names one
   * @param onOwner whether the method is called on the owner of the cache
   * @param ownerClass the class of the owner; null if it is not known
   */
  record Clear(
      String cacheClass, @Nullable String call, boolean onOwner, @Nullable String ownerClass)
      implements Step {}

  /** Do the step before an owner is closed. */
  record BeforeClose(Step step, String ownerClass) implements Step {}

  /** Do the step until the previous step has been done. */
  record UntilThen(Step step) implements Step {}

  /** Do both steps. */
  record And(Step step, Step also) implements Step {}

  /**
   * Remove the reference that keeps the resource reachable.
   *
   * @param putBy the call that stored the reference; null if that is not known
   * @param opposite the likely name of the method that undoes that call; null if that is not known
   */
  record Undo(HolderPath path, @Nullable Frame putBy, @Nullable String opposite) implements Step {}

  /**
   * Fix the close calls that threw an exception.
   *
   * @param methods the close methods of the resource that threw
   * @param otherCall the method of another class that should close the resource; null if there is
   *     none
   * @param thrown the number of times that these methods threw an exception
   */
  record LetCloseSucceed(List<String> methods, @Nullable String otherCall, long thrown)
      implements Step {
    public LetCloseSucceed {
      methods = List.copyOf(methods);
    }
  }

  /** Avoid a library call that opened the resource internally, because no caller can close it. */
  record AvoidCall(Frame call) implements Step {}

  /** Let a call return before the process ends. */
  record LetReturn(Frame call) implements Step {}
}
