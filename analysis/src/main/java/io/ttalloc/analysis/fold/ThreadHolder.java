package io.ttalloc.analysis.fold;

import io.ttalloc.analysis.facts.Facts;
import io.ttalloc.analysis.facts.HeapFacts.Holder;
import io.ttalloc.analysis.facts.RunningCalls;
import io.ttalloc.analysis.site.CallSites;
import io.ttalloc.heap.report.PathLink;
import io.ttalloc.heap.report.PathRoot;
import io.ttalloc.heap.report.ReferencePath;
import io.ttalloc.ledger.read.SlotEntry;
import io.ttalloc.ledger.record.Frame;
import io.ttalloc.text.JavaNames;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the threads that refer to a resource. A thread that works for the opener may still
 * close the resource. A thread that serves the resource never closes it, since the thread runs as
 * long as the resource is open. A thread serves a resource in three cases:
 *
 * <ul>
 *   <li>the thread's task is an object that holds the resource and whose methods opened it, such as
 *       a client that reads from its connection on a thread of its own;
 *   <li>a daemon thread, which the JVM does not wait for at exit, holds the resource through its
 *       task;
 *   <li>no application code runs on the thread: it belongs to the JDK or a library.
 * </ul>
 *
 * <p>A resource in the queue of a running executor is queued work. So is a resource that was passed
 * to a task of the executor, if other resources of the same stack were closed. So is a resource in
 * any queue, as long as a call is running that has closed other resources of the same stack.
 */
final class ThreadHolder {
  private final Facts facts;
  private final SlotEntry slot;
  private final ReferencePath path;

  private ThreadHolder(Facts facts, SlotEntry slot, ReferencePath path) {
    this.facts = facts;
    this.slot = slot;
    this.path = path;
  }

  /**
   * Returns the kind of holder of a resource, more precise than the path alone can show.
   *
   * @param byPath the kind of holder according to the path
   */
  static Holder of(Facts facts, SlotEntry slot, Holder byPath) {
    boolean decided =
        switch (byPath) {
          case CALLS, COLLECTION_OF_CALLS, LASTING -> false;
          default -> true;
        };
    ThreadHolder holder = decided ? null : of(facts, slot);
    return holder == null ? byPath : holder.refined(byPath);
  }

  /** Returns the classifier for a resource; null if no path to it is known. */
  private static @Nullable ThreadHolder of(Facts facts, SlotEntry slot) {
    ReferencePath path = facts.heap().path(slot);
    return path == null ? null : new ThreadHolder(facts, slot, path);
  }

  /**
   * Whether the program's code opened the resource and a thread that serves the resource refers to
   * it: a thread of the object that opened the resource, or a thread of a library. A resource that
   * a library's server has accepted was not opened by the program.
   */
  static boolean isServed(Facts facts, SlotEntry slot) {
    ThreadHolder holder = of(facts, slot);
    return holder != null
        && slot.tally().stack().stream().anyMatch(holder::isApplication)
        && (holder.isHeldByItsOpener() || holder.isOfLibrary());
  }

  /**
   * Whether the task of a daemon thread holds the resource, although the task did not open it and
   * the thread is not a library's.
   */
  static boolean isOfDaemon(Facts facts, SlotEntry slot) {
    ThreadHolder holder = of(facts, slot);
    return holder != null
        && !holder.path.links().isEmpty()
        && holder.isDaemonsTask()
        && !holder.isHeldByItsOpener()
        && !holder.isOfLibrary();
  }

  /**
   * Whether a call is the task of the thread that opened the resource, and the opening stack
   * consists only of frames of libraries and the JDK.
   */
  static boolean isLibraryTask(Facts facts, SlotEntry slot, Frame call) {
    List<Frame> stack = slot.tally().stack();
    Frame task = CallSites.task(stack);
    if (task == null || !JavaNames.sameMethod(task, call)) {
      return false;
    }
    for (Frame frame : stack) {
      if (!JavaNames.isPlatform(frame.className()) && !facts.sites().isLibrary(frame)) {
        return false;
      }
    }
    return true;
  }

  private Holder refined(Holder byPath) {
    boolean ofItsOpener = isHeldByItsOpener();
    if (!ofItsOpener && (isQueued() || isConsumed(byPath))) {
      return Holder.QUEUED_WORK;
    }
    if (byPath == Holder.LASTING) {
      return byPath;
    }
    if (ofItsOpener || isDaemonsTask() || isOfLibrary()) {
      return Holder.OWN_THREADS;
    }
    return isTaskOfExecutor() ? Holder.QUEUED_WORK : byPath;
  }

  /**
   * Whether a thread's task holds the resource through a field of an object whose methods opened
   * it.
   */
  private boolean isHeldByItsOpener() {
    PathRoot root = path.root();
    boolean ofOther =
        root.kind() == PathRoot.Kind.THREAD
            || (!root.thread().isEmpty() && !root.thread().equals(slot.opened().thread()));
    if (!ofOther && !isQueued()) {
      return false;
    }
    Set<String> opening =
        slot.tally().stack().stream().map(Frame::className).collect(Collectors.toSet());
    return path.links().stream()
        .anyMatch(link -> link.kind() == PathLink.Kind.FIELD && opening.contains(link.type()));
  }

  private boolean isDaemonsTask() {
    PathRoot root = path.root();
    return root.kind() == PathRoot.Kind.THREAD && root.daemon();
  }

  private boolean isOfLibrary() {
    return facts.calls().noneRuns(path.root().thread(), this::isApplication);
  }

  private boolean isApplication(Frame frame) {
    return !JavaNames.isPlatform(frame.className()) && !facts.sites().isLibrary(frame);
  }

  private boolean isQueued() {
    return facts.calls().anyExecutorRuns()
        && path.links().stream().anyMatch(link -> link.kind() == PathLink.Kind.QUEUED);
  }

  /**
   * Whether a task that an executor runs refers to the resource and is expected to end. A task may
   * run forever, but if other resources of the same stack were closed, such tasks do end.
   */
  private boolean isTaskOfExecutor() {
    String thread = path.root().thread();
    return slot.tally().closed() > 0
        && !thread.equals(slot.opened().thread())
        && facts.calls().runsTask(thread)
        && facts.heap().keptByThread(slot) <= facts.calls().threads(thread);
  }

  private boolean isConsumed(Holder byPath) {
    boolean waits = path.links().stream().anyMatch(ThreadHolder::isInQueue);
    boolean inHand = byPath == Holder.CALLS && !path.root().thread().equals(slot.opened().thread());
    RunningCalls calls = facts.calls();
    return (waits || inHand)
        && calls.thatClosedOthers(slot, facts.closeSites(slot.tally()), this::isApplication)
            != null;
  }

  private static boolean isInQueue(PathLink link) {
    String type = link.type();
    return link.kind() == PathLink.Kind.ELEMENT
        && type.startsWith("java.util.concurrent.")
        && (type.endsWith("Queue") || type.endsWith("Deque"));
  }
}
