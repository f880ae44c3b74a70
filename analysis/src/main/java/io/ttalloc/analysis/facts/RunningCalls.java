package io.ttalloc.analysis.facts;

import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.read.TallyEntry;
import io.ttalloc.ledger.record.CloseSiteEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.ledger.record.MethodRecord;
import io.ttalloc.ledger.record.ThreadRecord;
import io.ttalloc.ledger.record.TypeEntry;
import io.ttalloc.text.JavaNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls that had not returned when the process ended, and therefore may still have needed what
 * they had opened. Without a heap dump this is a guess: if a call has opened several resources one
 * after another at the same place, only the last one is assumed to be in use.
 *
 * <p>A call in an opening stack has not returned if the current stack of its thread agrees with the
 * opening stack from the outermost frame up to that call. The frames outside the call must be at
 * the same line, apart from frames that the JVM adds; the call itself must be the same method, at
 * any line. Threads are identified by name; if several share a name, any of them may match.
 *
 * <p>Usually the call is the one that opened the resource. If that call has returned, a call
 * further out may have received the resource, provided that it is inside a try statement whose
 * cleanup may close the resource. Such a call is assumed to need only the newest of the resources
 * that it received, one for each variable of the cleanup. The same applies to an inner call made by
 * a call that has not returned, such as {@code run} in {@code run(open())}. If the cleanup closes
 * such resources in a loop, the call is assumed to need all resources that it has opened, itself or
 * through a method that it called, within the try statement or where it used a variable of the
 * cleanup.
 */
public final class RunningCalls {
  /**
   * The maximum number of hook frames that are removed from a captured stack. A stack that the JVM
   * has truncated may be shorter than the limit by this number of frames.
   */
  private static final int MAX_HOOKS = 24;

  /** The JDK classes whose methods run the tasks of executors. */
  private static final Set<String> WORKERS =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ForkJoinTask",
          "java.util.concurrent.ForkJoinPool",
          "java.util.concurrent.ThreadPerTaskExecutor");

  private static final String PERIODIC =
      "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";

  private final Map<String, List<List<Frame>>> stacksByThread = new HashMap<>();
  private final Map<String, Long> takenNanos = new HashMap<>();
  private final Map<String, Map<Integer, Optional<Call>>> known = new HashMap<>();
  private final OwnerTree owners;
  private final GuardedFrames guards;
  private final CallSites sites;

  /** The type names of the open resources of each thread. */
  private final Map<String, Set<String>> openTypes = new HashMap<>();

  private final Map<Integer, Set<String>> classesByTally = new HashMap<>();
  private final Map<Place, Newest> byPlace = new HashMap<>();
  private final Map<String, Map<Integer, Newest>> byTally = new HashMap<>();

  /**
   * A call that has not returned.
   *
   * @param frame the current frame of the call
   * @param depth the index of the call in the opening stack
   * @param max the maximum number of resources that the call may still need, per thread
   * @param handedOver whether the call received the resources rather than opened them
   * @param below an inner call that may have received, and may close, the resources that this call
   *     opened
   */
  private record Call(Frame frame, int depth, int max, boolean handedOver, @Nullable Frame below) {}

  /**
   * A call that has not returned, with the index of its frame in the opening stack ({@code depth})
   * and in the current stack of its thread ({@code at}).
   */
  private record Running(Frame frame, int depth, int at, boolean sameLine) {}

  /**
   * Where a thread opens resources of a type: the stack from the opener outwards. If the opener
   * returns them to a caller, it is the stack outside that caller, with the caller's method and the
   * maximum number of resources that the caller closes.
   */
  private record Place(
      TypeEntry type, String made, String thread, String method, int max, List<Frame> stack) {}

  /**
   * The opening times of the newest resources, up to a maximum number. If the maximum is 0, all
   * resources count as new.
   */
  private static final class Newest {
    private final long[] openedNanos;
    private long added;

    Newest(int max) {
      openedNanos = new long[max];
      Arrays.fill(openedNanos, Long.MIN_VALUE);
    }

    void add(long nanos) {
      added++;
      if (openedNanos.length > 0 && nanos > openedNanos[0]) {
        openedNanos[0] = nanos;
        Arrays.sort(openedNanos);
      }
    }

    boolean containsAll() {
      return openedNanos.length == 0 || added <= openedNanos.length;
    }

    boolean contains(long nanos) {
      return openedNanos.length == 0 || nanos >= openedNanos[0];
    }
  }

  RunningCalls(
      List<ThreadRecord> threads, OwnerTree owners, GuardedFrames guards, CallSites sites) {
    this.owners = owners;
    this.guards = guards;
    this.sites = sites;
    for (ThreadRecord thread : threads) {
      stacksByThread.computeIfAbsent(thread.name(), name -> new ArrayList<>()).add(thread.stack());
      takenNanos.merge(thread.name(), thread.takenNanos(), Math::min);
    }
  }

  /**
   * Records an open resource. All open resources must be added before any other method is called.
   */
  void add(SlotEntry slot) {
    openTypes
        .computeIfAbsent(slot.opened().thread(), name -> new HashSet<>())
        .add(slot.tally().type().name());
    if (isBelowRunningCall(slot)) {
      newest(slot).add(slot.opened().nanos());
    }
  }

  private Newest newest(SlotEntry slot) {
    return byTally
        .computeIfAbsent(slot.opened().thread(), name -> new HashMap<>())
        .computeIfAbsent(
            slot.tally().id(),
            id -> {
              Call call = opening(slot);
              int max = call == null ? 1 : call.max;
              return byPlace.computeIfAbsent(place(slot, call), at -> newestAt(at, max));
            });
  }

  private Newest newestAt(Place place, int max) {
    int threads = stacksByThread.getOrDefault(place.thread(), List.of()).size();
    return new Newest(max == GuardedFrames.ANY_NUMBER ? 0 : Math.max(1, threads) * max);
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

  private static Place place(SlotEntry slot, @Nullable Call call) {
    TypeEntry type = slot.tally().type();
    List<Frame> stack = slot.tally().stack();
    if (call != null && call.handedOver) {
      String method = call.frame.className() + "." + call.frame.method();
      return new Place(
          type,
          CallSites.made(type, stack),
          slot.opened().thread(),
          method,
          call.max,
          stack.subList(call.depth + 1, stack.size()));
    }
    int opener = Math.max(0, CallSites.opener(type, stack));
    return new Place(type, "", slot.opened().thread(), "", 0, stack.subList(opener, stack.size()));
  }

  /**
   * The call that still needs a resource, with its current line: the call opened the resource or
   * one of its owners, or received it. Null if that call has returned, or has opened another
   * resource at the same place since. A resource that is freed by an owner in use is in use as
   * well.
   */
  public @Nullable Frame needing(SlotEntry slot) {
    Call call = needing(slot, 0);
    return call == null ? null : call.frame;
  }

  /**
   * The call that has not returned and whose cleanup may close a resource, even if more resources
   * have been opened at the same place since: the call may keep all of them in a collection. Null
   * if there is none.
   */
  public @Nullable Frame thatMayClose(SlotEntry slot) {
    Call call = opening(slot);
    if (call == null) {
      return null;
    }
    boolean mayClose = call.handedOver || maxClosedBy(slot.tally(), call.frame, call.depth) > 0;
    return mayClose ? call.frame : call.below;
  }

  /**
   * The call that has not returned and whose cleanup closes any number of such resources in a loop,
   * provided that only calls refer to them; null if there is none. A call on a thread other than
   * the one that opened the resources may have received all of them.
   *
   * @param thread the name of the thread whose call refers to the resource
   * @param keepers the classes of objects that refer to the resource
   */
  public @Nullable Frame thatClosesAll(SlotEntry slot, String thread, Set<String> keepers) {
    TallyEntry tally = slot.tally();
    Set<String> classes = classes(tally, keepers);
    int opener = mayBeCut(tally) ? -1 : CallSites.opener(tally.type(), tally.stack());
    for (List<Frame> running : stacksByThread.getOrDefault(slot.opened().thread(), List.of())) {
      List<Running> calls = opener < 0 ? List.of() : calls(tally.stack(), opener, running);
      for (Running call : calls) {
        if (maxClosedBy(tally, classes, call.frame, call.depth) == GuardedFrames.ANY_NUMBER) {
          return call.frame;
        }
      }
      Running last = calls.isEmpty() ? null : calls.get(calls.size() - 1);
      Frame further =
          last == null ? null : closesAll(tally, classes, running.subList(0, last.at), last);
      if (further != null) {
        return further;
      }
    }
    if (!thread.equals(slot.opened().thread())) {
      for (List<Frame> running : stacksByThread.getOrDefault(thread, List.of())) {
        Frame other = closesAll(tally, classes, running, null);
        if (other != null) {
          return other;
        }
      }
    }
    return null;
  }

  /**
   * The call of another thread that may have received a resource and whose cleanup may close it.
   * Null if there is none, or if that thread has more such resources than its calls close.
   *
   * @param thread the name of the thread whose call refers to the resource
   * @param held the number of resources of the same class that the thread has
   * @param keepers the classes of objects that refer to the resource
   */
  public @Nullable Frame thatWasHandedIt(
      SlotEntry slot, String thread, int held, Set<String> keepers) {
    if (thread.equals(slot.opened().thread())) {
      return null;
    }
    Set<String> classes = classes(slot.tally(), keepers);
    List<List<Frame>> threads = stacksByThread.getOrDefault(thread, List.of());
    for (List<Frame> running : threads) {
      for (Frame frame : running) {
        long max = guards.mayClose(slot.tally().type(), classes, frame, true);
        if (max * threads.size() >= held) {
          return frame;
        }
      }
    }
    return null;
  }

  /**
   * The call of another thread that is still running and has closed other resources that the same
   * stack opened, such as the loop of a consumer; null if there is none.
   */
  public @Nullable Frame thatClosedOthers(
      SlotEntry slot, List<CloseSiteEntry> closes, Predicate<Frame> isApplication) {
    for (Map.Entry<String, List<List<Frame>>> thread : stacksByThread.entrySet()) {
      if (thread.getKey().equals(slot.opened().thread())) {
        continue;
      }
      for (List<Frame> running : thread.getValue()) {
        for (CloseSiteEntry close : closes) {
          Frame common = innermostCommon(close.stack(), running, isApplication);
          if (common != null) {
            return common;
          }
        }
      }
    }
    return null;
  }

  /**
   * The innermost application call that two stacks have in common, compared from the outermost
   * frame inwards; null if there is none.
   */
  private static @Nullable Frame innermostCommon(
      List<Frame> closing, List<Frame> running, Predicate<Frame> isApplication) {
    Frame common = null;
    int left = running.size();
    for (int at = closing.size(); at > 0 && left > 0; at--) {
      while (left > 1
          && !isSame(running.get(left - 1), closing.get(at - 1))
          && mayBeHidden(running.get(left - 1))) {
        left--;
      }
      left--;
      if (!isSame(running.get(left), closing.get(at - 1))) {
        break;
      }
      common = isApplication.test(running.get(left)) ? running.get(left) : common;
    }
    return common;
  }

  /**
   * Whether a resource was opened after the stack of its thread had been captured at the end of the
   * process.
   */
  public boolean isOpenedSince(SlotEntry slot) {
    Long taken = takenNanos.get(slot.opened().thread());
    return taken != null && slot.opened().nanos() > taken;
  }

  /** The number of threads with the given name that had not ended. */
  public int threads(String name) {
    return stacksByThread.getOrDefault(name, List.of()).size();
  }

  /**
   * Whether all threads with the given name are known and none of their calls satisfies the
   * predicate.
   */
  public boolean noneRuns(String thread, Predicate<Frame> test) {
    List<List<Frame>> stacks = stacksByThread.getOrDefault(thread, List.of());
    return !stacks.isEmpty() && stacks.stream().flatMap(List::stream).noneMatch(test);
  }

  /**
   * Whether a thread with the given name runs a one-time task that an executor took from its queue.
   */
  public boolean runsTask(String thread) {
    return stacksByThread.getOrDefault(thread, List.of()).stream().anyMatch(RunningCalls::isTask);
  }

  /** Whether any thread of an executor is running. */
  public boolean anyExecutorRuns() {
    return stacksByThread.values().stream()
        .flatMap(List::stream)
        .anyMatch(stack -> stack.stream().anyMatch(RunningCalls::takesWork));
  }

  private static boolean isTask(List<Frame> stack) {
    return stack.stream().anyMatch(RunningCalls::takesWork)
        && stack.stream().noneMatch(frame -> frame.className().equals(PERIODIC));
  }

  private static boolean takesWork(Frame frame) {
    return WORKERS.contains(frame.className());
  }

  /**
   * The innermost frame whose cleanup closes any number of such resources in a loop.
   *
   * @param outer the call that opened the resources and called the frames; null if another thread
   *     opened the resources
   */
  private @Nullable Frame closesAll(
      TallyEntry tally, Set<String> classes, List<Frame> frames, @Nullable Running outer) {
    boolean handedAll = outer == null || outer.sameLine;
    for (Frame frame : frames) {
      if (guards.mayClose(tally.type(), classes, frame, handedAll) == GuardedFrames.ANY_NUMBER) {
        return frame;
      }
    }
    return null;
  }

  private int maxClosedBy(TallyEntry tally, Frame frame, int depth) {
    return maxClosedBy(tally, classes(tally, Set.of()), frame, depth);
  }

  private int maxClosedBy(TallyEntry tally, Set<String> classes, Frame frame, int depth) {
    return guards.mayClose(tally.type(), classes, frame, tally.stack().get(depth).line());
  }

  /** The class of a resource, and the classes of objects that close it when they are closed. */
  private Set<String> classes(TallyEntry tally, Set<String> keepers) {
    Set<String> classes = new HashSet<>(keepers);
    classes.addAll(classesByTally.computeIfAbsent(tally.id(), id -> classesOf(tally)));
    return classes;
  }

  private Set<String> classesOf(TallyEntry tally) {
    Set<String> classes = new HashSet<>();
    classes.add(tally.type().className());
    classes.add(CallSites.made(tally.type(), tally.stack()));
    MethodRecord entry = sites.entry(tally.type(), tally.stack());
    if (entry != null && entry.returned() != null) {
      classes.add(entry.returned());
    }
    return classes;
  }

  /**
   * A call that may have received a resource opened by another thread: its cleanup closes objects
   * of the resource's class, and its thread has opened no such resource itself. Null if there is
   * none.
   */
  public @Nullable Frame thatMayHaveBeenHandedIt(SlotEntry slot) {
    TypeEntry type = slot.tally().type();
    Set<String> classes = classes(slot.tally(), Set.of());
    for (Map.Entry<String, List<List<Frame>>> thread : stacksByThread.entrySet()) {
      String name = thread.getKey();
      boolean other = !name.equals(slot.opened().thread());
      if (other && !openTypes.getOrDefault(name, Set.of()).contains(type.name())) {
        for (List<Frame> running : thread.getValue()) {
          for (Frame frame : running) {
            if (guards.closes(classes, frame)) {
              return frame;
            }
          }
        }
      }
    }
    return null;
  }

  /** Whether the outermost frames of an opening stack may be missing. */
  public static boolean mayBeCut(TallyEntry tally) {
    return tally.stack().size() >= RecordLayout.MAX_FRAMES - MAX_HOOKS;
  }

  /** Whether the calls that are still running may need all resources opened at the same place. */
  public boolean mayNeedAll(SlotEntry slot) {
    return newest(slot).containsAll();
  }

  /** Whether the call that still needs a resource received it rather than opened it. */
  public boolean isHandedOver(SlotEntry slot) {
    Call call = needing(slot, 0);
    return call != null && call.handedOver;
  }

  private @Nullable Call needing(SlotEntry slot, int depth) {
    if (!isBelowRunningCall(slot)) {
      return null;
    }
    boolean last = newest(slot).contains(slot.opened().nanos());
    Call own = last ? opening(slot) : null;
    OwnerNode owner = owners.ownerOf(slot);
    if (own != null || owner == null || depth == OwnerTree.MAX_DEPTH) {
      return own;
    }
    return last || owner.type().closing().freesOwned() ? needing(owner.slot(), depth + 1) : null;
  }

  /** The call that opened or received a resource; null if it has returned. */
  private @Nullable Call opening(SlotEntry slot) {
    List<List<Frame>> stacks = stacksByThread.get(slot.opened().thread());
    if (stacks == null) {
      return null;
    }
    return known
        .computeIfAbsent(slot.opened().thread(), name -> new HashMap<>())
        .computeIfAbsent(slot.tally().id(), id -> find(slot.tally(), stacks))
        .orElse(null);
  }

  private Optional<Call> find(TallyEntry tally, List<List<Frame>> stacks) {
    List<Frame> opening = tally.stack();
    int opener = CallSites.opener(tally.type(), opening);
    if (opener < 0 || mayBeCut(tally)) {
      return Optional.empty(); // The outermost frames of a truncated stack are unknown.
    }
    Call handedOver = null;
    Call handedIn = null;
    for (List<Frame> running : stacks) {
      List<Running> calls = calls(opening, opener, running);
      Call below = calls.isEmpty() ? null : below(tally, running, calls.get(calls.size() - 1));
      handedIn = handedIn == null ? below : handedIn;
      for (Running call : calls) {
        int max = maxClosedBy(tally, call.frame, call.depth);
        if (call.depth == opener) {
          boolean any = max == GuardedFrames.ANY_NUMBER;
          Frame further = below == null ? null : below.frame;
          return Optional.of(new Call(call.frame, call.depth, any ? max : 1, false, further));
        }
        // Any application call in between may have kept what an inner call opened.
        boolean near = call.depth <= receiver(opening, opener);
        max = near || max != GuardedFrames.ANY_NUMBER ? max : 1;
        if (max > 0 && (handedOver == null || call.depth < handedOver.depth)) {
          handedOver = new Call(call.frame, call.depth, max, true, null);
        }
      }
    }
    return Optional.ofNullable(handedOver != null ? handedOver : handedIn);
  }

  /**
   * The index of the frame that receives what the opener opens: the caller of the opener, or the
   * first frame outside the JDK if the opener is a method of the JDK.
   */
  private static int receiver(List<Frame> opening, int opener) {
    int at = opener;
    while (at < opening.size() && JavaNames.isPlatform(opening.get(at).className())) {
      at++;
    }
    return Math.max(at, opener + 1);
  }

  /**
   * The innermost call made by a call that has not returned, if the cleanup of the inner call may
   * close what the outer call obtained and may have passed on. If the cleanup closes in a loop, the
   * number of resources is unlimited only if the outer call is still at the line at which it
   * obtained the resources; otherwise a helper that leaks in a loop would be excused.
   */
  private @Nullable Call below(TallyEntry tally, List<Frame> running, Running outer) {
    for (int at = 0; at < outer.at; at++) {
      Set<String> classes = classes(tally, Set.of());
      int max = guards.mayClose(tally.type(), classes, running.get(at), outer.sameLine);
      if (max > 0) {
        return new Call(running.get(at), outer.depth, max, true, null);
      }
    }
    return null;
  }

  /**
   * The calls of an opening stack that have not returned, outermost first. Compares both stacks up
   * to the opener, or to the first frame that is now at another line.
   */
  private static List<Running> calls(List<Frame> opening, int opener, List<Frame> running) {
    List<Running> calls = new ArrayList<>();
    int at = running.size() - 1;
    boolean sameLine = true;
    for (int i = opening.size() - 1; i >= opener && sameLine; i--) {
      while (at >= 0 && !isSame(running.get(at), opening.get(i)) && mayBeHidden(running.get(at))) {
        at--;
      }
      if (at < 0 || !isSame(running.get(at), opening.get(i))) {
        return calls;
      }
      sameLine = running.get(at).equals(opening.get(i));
      calls.add(new Running(running.get(at), i, at, sameLine));
      at--;
    }
    return calls;
  }

  /** Whether two frames have the same method. */
  private static boolean isSame(Frame running, Frame opening) {
    return running.className().equals(opening.className())
        && running.method().equals(opening.method());
  }

  /**
   * Whether a frame may be missing from an opening stack: some frames of the platform and of
   * lambdas are visible only from other threads.
   */
  private static boolean mayBeHidden(Frame frame) {
    return JavaNames.isPlatform(frame.className()) || frame.className().contains("$$Lambda");
  }
}
