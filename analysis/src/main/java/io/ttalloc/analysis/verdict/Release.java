package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.fold.Evidence;
import io.ttalloc.analysis.fold.ReferenceCounts;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The call that releases a resource, as its rule specifies it.
 *
 * @param call the call as written in code: {@code close()} or {@code Pool.giveBack()}
 * @param method the name of the method alone
 * @param ofOther whether the method is in another class and gets the resource as an argument or
 *     from a field
 * @param onOwner whether the method is called on the owner of the resource
 */
record Release(String call, String method, boolean ofOther, boolean onOwner) {
  private static final String CLOSE = "close";
  private static final String NO_ARGUMENTS = "()";

  /** Returns the call for a type; null if its rule does not specify one. */
  static @Nullable Release of(TypeEntry type) {
    return of(type.closing().release());
  }

  /** Parses the text of a call; returns null for null, that is, if no rule specifies the call. */
  static @Nullable Release of(@Nullable String text) {
    if (text == null) {
      return null;
    }
    boolean onOwner = text.startsWith(RecordLayout.RELEASE_ON_OWNER);
    String call = onOwner ? text.substring(RecordLayout.RELEASE_ON_OWNER.length()) : text;
    int dot = call.lastIndexOf('.');
    int end = call.endsWith(NO_ARGUMENTS) ? call.length() - NO_ARGUMENTS.length() : call.length();
    return new Release(call, call.substring(dot + 1, end), dot >= 0, onOwner);
  }

  /** Whether the program releases a resource of this type with a method {@code close}. */
  static boolean isClose(TypeEntry type) {
    Release release = of(type);
    return release == null || (release.method.equals(CLOSE) && !release.ofOther);
  }

  /** Returns the name of the resource's own method that releases it. */
  static String ownMethod(TypeEntry type) {
    Release release = of(type);
    return release == null || release.onOwner ? CLOSE : release.method;
  }

  /**
   * Returns the step to release the reference that was retained last, if the method that opened the
   * resources has released one of their references; null otherwise.
   */
  static @Nullable Step ofRetained(Evidence evidence) {
    ReferenceCounts counts = evidence.location().references();
    Release release = of(evidence.type());
    Frame retained = counts.retains().isEmpty() ? null : counts.retains().get(0).frame();
    Frame released = releasedBy(evidence.opening().yours(), counts);
    if (release == null || retained == null || released == null) {
      return null;
    }
    List<Frame> stack = counts.retains().get(0).stack();
    int line = stack.indexOf(retained);
    Frame called = line < 1 ? null : stack.get(line - 1);
    boolean onlyRetains = called == null || called.method().equals(stack.get(0).method());
    return new Step.ReleaseRetained(release.call, retained, onlyRetains ? null : called, released);
  }

  /**
   * Returns the line at which the opening method last released a reference; null if it never did.
   */
  private static @Nullable Frame releasedBy(@Nullable Frame opener, ReferenceCounts counts) {
    for (ReferenceCounts.Change change : counts.releases()) {
      Frame frame = change.frame();
      if (opener != null && frame != null && JavaNames.sameMethod(frame, opener)) {
        return frame;
      }
    }
    return null;
  }

  private Step.On on() {
    return onOwner ? Step.On.OWNER : ofOther ? Step.On.ARGUMENT : Step.On.RESOURCE;
  }

  /**
   * Returns the call that releases a resource of a type.
   *
   * @param className the class under which the program knows the resource
   * @param openedBy the call that opened the resource, if the program can identify the resource
   *     only by that call; else null
   */
  static Step.Call callOn(TypeEntry type, String className, @Nullable Frame openedBy) {
    Release release = of(type);
    if (type.keyed() && (release == null || !release.onOwner)) {
      String call = release == null ? null : release.call;
      return new Step.Call(call, Step.On.HANDLE, className, openedBy, false);
    }
    if (release == null && type.closing().notAutoCloseable()) {
      return new Step.Call(null, Step.On.RESOURCE, className, openedBy, false);
    }
    return release == null
        ? close(className, openedBy)
        : new Step.Call(release.call, release.on(), className, openedBy, false);
  }

  /** Returns a call of a method on the object that another call returned. */
  static Step.Call onReturned(String method, String className, Frame call) {
    return new Step.Call(method + NO_ARGUMENTS, Step.On.RESOURCE, className, call, true);
  }

  /** Returns a call of a method on the object on which another call is made. */
  static Step.Call onCalled(String method, String className, Frame call) {
    return new Step.Call(method + NO_ARGUMENTS, Step.On.CALLED, className, call, true);
  }

  /**
   * Returns a call of a method on an object that the program created.
   *
   * @param method null if it is not known which method closes the object
   */
  static Step.Call onMade(@Nullable String method, String className) {
    String call = method == null ? null : method + NO_ARGUMENTS;
    return new Step.Call(call, Step.On.RESOURCE, className, null, false);
  }

  /** Returns a call of {@code close}. */
  private static Step.Call close(String className, @Nullable Frame openedBy) {
    return new Step.Call(CLOSE + NO_ARGUMENTS, Step.On.RESOURCE, className, openedBy, false);
  }
}
