package io.ttalloc.points;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Called by classes that {@link ErrorPointWeaver} has woven: counts the points that the thread
 * under test reaches inside the hooks of the operation under test, and throws at the chosen one.
 *
 * <p>One operation is under test at a time, on one thread; calls from other threads do nothing.
 */
public final class ErrorPoints {
  /**
   * The maximum number of iterations of a loop, more than any hook needs. A longer loop must be
   * waiting for another thread, which never runs in this test.
   */
  private static final int MAX_ITERATIONS = 100_000;

  /**
   * The maximum number of iterations of a loop after another loop of the same run has exceeded
   * {@link #MAX_ITERATIONS}.
   */
  private static final int MAX_ITERATIONS_LATER = 3_000;

  private static final StackWalker WALKER = StackWalker.getInstance();

  /** The thread under test while it is in a hook of the operation under test. */
  private static volatile @Nullable Thread armed;

  private static InjectedFault fault = InjectedFault.NONE;
  private static int target;
  private static int onlyHook;

  private static int allocations;
  private static int deepest;
  private static int hook;
  private static boolean hookHasRoom;
  private static int hookOfError;
  private static int baseDepth;
  private static @Nullable String error;

  /** The thread whose loops are counted, because it is inside a hook. */
  private static volatile @Nullable Thread looping;

  private static int iterations;
  private static int maxIterations = MAX_ITERATIONS;

  private ErrorPoints() {}

  /** The number of allocations of an operation, and the maximum depth of its calls. */
  record Count(int allocations, int deepest) {
    static final Count NONE = new Count(0, 0);
  }

  /** Thrown to leave a loop that does not end. */
  static final class EndlessLoop extends Error {
    private static final long serialVersionUID = 1;

    EndlessLoop() {
      super("a loop in a hook took more than " + MAX_ITERATIONS + " iterations");
    }
  }

  /**
   * Chooses the error.
   *
   * @param at the number of the allocation, or the depth, at which the error occurs
   * @param only the number of the only hook in which the error may occur; 0 = any
   */
  static void arm(InjectedFault chosen, int at, int only) {
    fault = chosen;
    target = at;
    onlyHook = only;
    allocations = 0;
    deepest = 0;
    hookOfError = 0;
    error = null;
    maxIterations = MAX_ITERATIONS;
  }

  static Count count() {
    return new Count(allocations, deepest);
  }

  /** The place and the stack where the error was first thrown; null if no error was thrown. */
  static @Nullable String error() {
    return error;
  }

  /**
   * Called when a hook begins.
   *
   * @param hasRoom whether the stack has room for this hook whenever it has room for the hook
   *     before or after it
   */
  static void hookBegins(int number, boolean hasRoom) {
    hook = number;
    hookHasRoom = hasRoom;
    baseDepth = 0;
    armed = Thread.currentThread();
  }

  static void hookEnds() {
    armed = null;
  }

  static void watchLoops(@Nullable Thread thread) {
    iterations = 0;
    looping = thread;
  }

  /** Called at each point. */
  public static void at(int site) {
    if (armed == Thread.currentThread()) {
      reached(site);
    }
  }

  private static void reached(int site) {
    int kind = Sites.kind(site);
    if ((kind & Sites.ALLOCATES) != 0) {
      allocations++;
      boolean sticks = fault == InjectedFault.OUT_OF_MEMORY && hookOfError == hook;
      if ((isOutOfMemory() && allocations == target) || sticks) {
        fail(site, new OutOfMemoryError("injected"));
      }
    }
    if ((kind & depthsCount()) != 0) {
      checkDepth(site, kind);
    }
  }

  private static boolean isOutOfMemory() {
    return fault == InjectedFault.OUT_OF_MEMORY_ONCE || fault == InjectedFault.OUT_OF_MEMORY;
  }

  private static int depthsCount() {
    return switch (fault) {
      case STACK_OVERFLOW -> Sites.ENTRY;
      case NONE, STACK_OVERFLOW_IN_JDK -> Sites.ENTRY | Sites.CALLS_JDK;
      default -> 0;
    };
  }

  private static void checkDepth(int site, int kind) {
    int depth = WALKER.walk(frames -> (int) frames.count());
    if (baseDepth == 0) {
      baseDepth = depth - 1;
    }
    depth -= baseDepth;
    if ((kind & Sites.CALLS_JDK) != 0) {
      depth++;
    }
    deepest = Math.max(deepest, depth);
    boolean tooDeep = depth > target || isRoomCheck(site);
    boolean inHook = !hookHasRoom && (onlyHook == 0 || onlyHook == hook);
    if (fault != InjectedFault.NONE && tooDeep && inHook) {
      fail(site, new StackOverflowError("injected"));
    }
  }

  /**
   * Whether a site is in the check for stack space. In the boot image, this check needs more stack
   * than any other part of a hook.
   */
  private static boolean isRoomCheck(int site) {
    return Sites.place(site).startsWith("StackRoom.check");
  }

  private static void fail(int site, Error thrown) {
    if (error == null) {
      hookOfError = hook;
      error = Sites.place(site) + " " + stackOf(thrown);
    }
    throw thrown;
  }

  static String stackOf(Throwable thrown) {
    return List.of(thrown.getStackTrace()).stream()
        .filter(frame -> frame.getClassName().matches("io\\.ttalloc\\.(probe|ledger)\\..*"))
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
        .collect(Collectors.joining(" < ", "[", "]"));
  }

  /** Called at each backward jump. */
  public static void loop(int site) {
    if (looping == Thread.currentThread() && ++iterations > maxIterations) {
      if (maxIterations == MAX_ITERATIONS) {
        HookCalls.problem("a loop does not end: " + stackOf(new Throwable()));
        maxIterations = MAX_ITERATIONS_LATER;
      }
      throw new EndlessLoop();
    }
  }
}
