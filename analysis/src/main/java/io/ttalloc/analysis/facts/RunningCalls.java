package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.analysis.wording.JavaNames;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.Frame;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.read.ThreadEntry;
import io.ttalloc.ledger.read.TypeEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls that had not returned when the process ended, and so may still have needed what they
 * had opened. Without a look into the heap that is a guess, and a call that has opened one resource
 * after the other at one place gets the benefit of the doubt for the last of them only.
 *
 * <p>A call is found again if its thread's stack agrees with the opening stack from the outermost
 * frame up to the call. Frames below it must be at the same line, apart from those that the JVM
 * adds; the call itself must be the same method, at any line. Threads are known by name; if several
 * share a name, any of them will do.
 */
public final class RunningCalls {
  private final Map<String, List<List<Frame>>> stacksByThread = new HashMap<>();
  private final Map<String, Map<Integer, Optional<Frame>>> known = new HashMap<>();
  private final OwnerTree owners;
  private final Map<Place, Newest> byPlace = new HashMap<>();
  private final Map<String, Map<Integer, Newest>> byTally = new HashMap<>();

  /** Where a thread opens resources of a type: the stack from the opener outwards. */
  private record Place(TypeEntry type, String thread, List<Frame> stack) {}

  /** When the last ones were opened, as many as there are threads of the name. */
  private static final class Newest {
    private final long[] openedNanos;

    Newest(int threads) {
      openedNanos = new long[threads];
      Arrays.fill(openedNanos, Long.MIN_VALUE);
    }

    void add(long nanos) {
      if (nanos > openedNanos[0]) {
        openedNanos[0] = nanos;
        Arrays.sort(openedNanos);
      }
    }

    boolean contains(long nanos) {
      return nanos >= openedNanos[0];
    }
  }

  RunningCalls(List<ThreadEntry> threads, OwnerTree owners) {
    this.owners = owners;
    for (ThreadEntry thread : threads) {
      stacksByThread.computeIfAbsent(thread.name(), name -> new ArrayList<>()).add(thread.stack());
    }
  }

  /** Takes note of an open resource; all of them, before anybody asks. */
  void add(SlotEntry slot) {
    if (isBelowRunningCall(slot)) {
      newest(slot).add(slot.openedNanos());
    }
  }

  private Newest newest(SlotEntry slot) {
    return byTally
        .computeIfAbsent(slot.thread(), name -> new HashMap<>())
        .computeIfAbsent(
            slot.tally().id(), id -> byPlace.computeIfAbsent(place(slot), this::newestAt));
  }

  private Newest newestAt(Place place) {
    return new Newest(Math.max(1, stacksByThread.getOrDefault(place.thread(), List.of()).size()));
  }

  private boolean isBelowRunningCall(SlotEntry slot) {
    SlotEntry at = slot;
    for (int depth = 0; depth <= OwnerTree.MAX_DEPTH; depth++) {
      OwnerNode owner = owners.ownerOf(at);
      if (opening(at) != null) {
        return true;
      }
      if (owner == null) {
        return false;
      }
      at = owner.slot();
    }
    return false;
  }

  private static Place place(SlotEntry slot) {
    TypeEntry type = slot.tally().type();
    List<Frame> stack = slot.tally().stack();
    int opener = Math.max(0, CallSites.opener(type, stack));
    return new Place(type, slot.thread(), stack.subList(opener, stack.size()));
  }

  /**
   * The call that still needs a resource: the one that opened it or one of its owners, at its
   * current line; null if that has returned, or if it opened another one at the same place since.
   * What an owner in use frees when it is closed is in use with it.
   */
  public @Nullable Frame needing(SlotEntry slot) {
    return needing(slot, 0);
  }

  private @Nullable Frame needing(SlotEntry slot, int depth) {
    if (!isBelowRunningCall(slot)) {
      return null;
    }
    boolean last = newest(slot).contains(slot.openedNanos());
    Frame own = last ? opening(slot) : null;
    OwnerNode owner = owners.ownerOf(slot);
    if (own != null || owner == null || depth == OwnerTree.MAX_DEPTH) {
      return own;
    }
    return last || owner.type().freesOwned() ? needing(owner.slot(), depth + 1) : null;
  }

  /** The call that opened a resource, at its current line; null if it has returned. */
  private @Nullable Frame opening(SlotEntry slot) {
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
