package io.ttalloc.probe.open;

import io.ttalloc.ledger.Gap;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.write.LedgerWriter;
import io.ttalloc.probe.hook.ProbeListener;
import io.ttalloc.probe.hook.ThreadState;
import io.ttalloc.probe.resource.Keyed;
import io.ttalloc.probe.resource.Resource;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.probe.rule.ProbeType;
import io.ttalloc.probe.stack.StackCapture;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports numbers that are opened although they are already open: either a close was not seen, or
 * several objects hand out the same numbers. In both cases two resources are recorded as one, which
 * is a gap in tracking.
 *
 * <p>There is no gap if both hooks were called for the same opening, which happens in two cases:
 *
 * <ul>
 *   <li>One method that opens numbers calls another, and both return the same number. Then the
 *       stack of the first opening contains the method that is returning now, with the same frames
 *       below it.
 *   <li>Two rules name the same method. Then the number is the one that the thread opened last, in
 *       the same method but by another rule.
 * </ul>
 *
 * <p>If no stacks are captured, only the second case can be recognized, and the last number that
 * the thread has opened is assumed to belong to the same opening.
 *
 * <p>Each type is reported only once; after that, its numbers are no longer examined. Thread-safe.
 */
public final class NumbersOpenedAgain {
  private final LedgerWriter ledger;
  private final ProbeRules rules;
  private final StackCapture stacks;
  private final ProbeListener listener;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  public NumbersOpenedAgain(
      LedgerWriter ledger, ProbeRules rules, StackCapture stacks, ProbeListener listener) {
    this.ledger = ledger;
    this.rules = rules;
    this.stacks = stacks;
    this.listener = listener;
  }

  public void opened(ThreadState thread, Keyed keyed, int rule) {
    ProbeType type = rules.type(rule);
    if (reported.contains(type.name)) {
      return;
    }
    // The resource may have been closed since the number was looked up, for example by a close
    // that had been deferred.
    if (keyed.resource instanceof Resource known
        && keyed.isOpen()
        && !isOneOpening(thread, keyed, known, rule)
        && (type.flags & RecordLayout.TYPE_INTERNAL) == 0
        && reported.add(type.name)) {
      ledger.gap(Gap.NUMBER_OPENED_AGAIN);
      listener.openedAgain(type.name, type.classes, keyed.value, keyed.of != null);
    }
  }

  private boolean isOneOpening(ThreadState thread, Keyed keyed, Resource known, int rule) {
    boolean isLast = thread.lastNumber == keyed;
    int first = known.tally().stackId();
    int now = first == 0 ? 0 : stacks.here();
    if (now == 0) {
      return isLast;
    }
    int calls = known.tally().callsBelow(now);
    return calls > 0 || (calls == 0 && isLast && thread.ruleOfLastNumber != rule);
  }
}
