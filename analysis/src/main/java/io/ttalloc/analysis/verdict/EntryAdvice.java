package io.ttalloc.analysis.verdict;

import io.ttalloc.analysis.advice.Step;
import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.site.Opening;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The call by which the program can close a resource that a library or the JDK opened internally,
 * and the object of that call: the object that the program's own call returned, or the object on
 * which the call was made.
 *
 * @param closeable whether that object can be managed by a try-with-resources statement
 */
record EntryAdvice(Step.Call call, boolean closeable) {
  private static final String CLOSE = "close";

  /** The methods of a Spliterator through which a stream reads from its source. */
  private static final Set<String> PULLS = Set.of("tryAdvance", "forEachRemaining");

  /**
   * Returns the advice for an opening; null if the program has no such object, or if that is
   * unknown.
   */
  static @Nullable EntryAdvice of(Facts facts, TypeEntry type, Opening opening) {
    Frame called = opening.siteFrame() >= 0 || type.keyed() ? null : opening.called();
    MethodRecord method = called == null ? null : facts.sites().method(called);
    if (called == null
        || method == null
        || method.closer() == null
        || CloseAdvice.isConstructor(called)
        || type.className().equals(method.className())) {
      return null;
    }
    boolean onCalled =
        method.calledOn()
            || method.resultClosed()
            || (method.returned() == null && method.givesNothing());
    String has = onCalled && !method.calledOn() ? method.className() : method.returned();
    boolean opens = !onCalled || method.givesNothing() || isOpenedByReading(opening, called);
    if (has == null || !opens || !(Release.isClose(type) || closesPart(facts, type, has, method))) {
      return null;
    }
    return new EntryAdvice(
        onCalled
            ? Release.onCalled(method.closer(), has, called)
            : Release.onReturned(method.closer(), has, called),
        method.closeable());
  }

  /** Whether a try statement of the program closes the object that the opening call returned. */
  static boolean isResultClosed(Facts facts, Opening opening) {
    Frame called = opening.called();
    MethodRecord method = called == null ? null : facts.sites().method(called);
    return method != null && method.resultClosed();
  }

  /**
   * Whether closing an object of a class also closes a resource of the type, although the rule
   * names another call: the resource is a part of that object, or on loan from it.
   */
  private static boolean closesPart(
      Facts facts, TypeEntry type, String className, MethodRecord method) {
    if (JavaNames.isPlatform(className)
        || facts.sites().hasMethodsOf(type.className(), className)) {
      return false; // The resource may be the object itself.
    }
    Release release = Release.of(type);
    boolean lent = release != null && release.ofOther();
    // A closeable client may have opened the resource for its own use, as a pool opens its threads.
    return lent || !method.ofCloser() || method.givesNothing();
  }

  /**
   * Whether the resource was opened by reading a stream: by the stream's source, or by library code
   * that the stream calls.
   */
  private static boolean isOpenedByReading(Opening opening, Frame called) {
    List<Frame> inside = opening.frames().subList(0, opening.frames().indexOf(called));
    String itsPackage = JavaNames.packageOf(called.className());
    int innermost = 0;
    while (innermost < inside.size()
        && !JavaNames.packageOf(inside.get(innermost).className()).equals(itsPackage)) {
      innermost++;
    }
    return (innermost > 0 && PULLS.contains(inside.get(innermost - 1).method()))
        || inside.stream().anyMatch(frame -> !JavaNames.isPlatform(frame.className()));
  }

  /**
   * Returns the method that closes the object that a constructor creates; null if its class has
   * none or several.
   */
  static @Nullable String closerOfMade(Facts facts, Frame constructor) {
    MethodRecord method = facts.sites().method(constructor);
    return method == null ? CLOSE : method.closer();
  }

  /**
   * Whether the object that a call creates or returns can be managed by a try-with-resources
   * statement, as far as is known.
   */
  static boolean givesCloseable(Facts facts, Frame call) {
    MethodRecord method = facts.sites().method(call);
    return method == null
        || method.closeable()
        || (method.returned() == null && !CloseAdvice.isConstructor(call));
  }
}
