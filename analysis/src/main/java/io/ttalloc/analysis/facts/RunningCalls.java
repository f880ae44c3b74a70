package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.ThreadEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls that had not returned when the process ended, and so may still have needed what they
 * had opened.
 *
 * <p>A call is found again if its thread's stack agrees with the opening stack from the outermost
 * frame up to the call. Frames below it must be at the same line, apart from those that the JVM
 * adds; the call itself must be the same method, at any line. Threads are known by name; if several
 * share a name, any of them will do.
 */
public final class RunningCalls {
  private final Map<String, List<List<Frame>>> stacksByThread = new HashMap<>();
  private final Map<String, Map<Integer, Optional<Frame>>> known = new HashMap<>();

  RunningCalls(List<ThreadEntry> threads) {
    for (ThreadEntry thread : threads) {
      stacksByThread.computeIfAbsent(thread.name(), name -> new ArrayList<>()).add(thread.stack());
    }
  }

  /** The call that opened a resource, at its current line; null if it has returned. */
  public @Nullable Frame opening(SlotEntry slot) {
    List<List<Frame>> stacks = stacksByThread.get(slot.thread());
    if (stacks == null) {
      return null;
    }
    return known
        .computeIfAbsent(slot.thread(), name -> new HashMap<>())
        .computeIfAbsent(slot.tally().id(), id -> find(slot.tally(), stacks))
        .orElse(null);
  }

  private static Optional<Frame> find(TallyEntry tally, List<List<Frame>> stacks) {
    List<Frame> opening = tally.stack();
    int opener = CallSites.opener(tally.type(), opening);
    if (opener < 0 || opening.size() >= RecordLayout.MAX_FRAMES) {
      return Optional.empty(); // the outermost frames of a cut stack are unknown
    }
    for (List<Frame> running : stacks) {
      Frame found = find(opening, opener, running);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /** Follows both stacks from the outermost frame up to the opener. */
  private static @Nullable Frame find(List<Frame> opening, int opener, List<Frame> running) {
    int at = running.size() - 1;
    for (int i = opening.size() - 1; i >= opener; i--) {
      boolean last = i == opener;
      while (at >= 0
          && !isSame(running.get(at), opening.get(i), last)
          && mayBeHidden(running.get(at))) {
        at--;
      }
      if (at < 0 || !isSame(running.get(at), opening.get(i), last)) {
        return null;
      }
      if (last) {
        return running.get(at);
      }
      at--;
    }
    return null;
  }

  private static boolean isSame(Frame running, Frame opening, boolean atAnyLine) {
    return atAnyLine
        ? running.className().equals(opening.className())
            && running.method().equals(opening.method())
        : running.equals(opening);
  }

  /** Some frames of the platform and of lambdas are visible only from other threads. */
  private static boolean mayBeHidden(Frame frame) {
    return JavaNames.isPlatform(frame.className()) || frame.className().contains("$$Lambda");
  }
}
