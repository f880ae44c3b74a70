package io.ttalloc.agent.testing;

import io.ttalloc.agent.log.Console;
import io.ttalloc.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The scopes of a test run, accessed through a function that takes the name of a request and its
 * arguments. All arguments and results are of JDK types, because the caller has a different class
 * loader. The requests are:
 *
 * <ul>
 *   <li>{@code protocol} → {@code Integer}: the version of these requests
 *   <li>{@code begin, Long parent (0 = none), String kind, String name, String testClass, String
 *       method} → {@code Long}: the id of a new scope
 *   <li>{@code enter, Long scope} → {@code Long}: from now on, what this thread opens belongs to
 *       the scope; returns the previous scope (0 = none), which the caller enters again later
 *   <li>{@code opened, Long scope} → {@code Long}: the number of resources that were opened in the
 *       scope
 *   <li>{@code end, Long scope, Long graceMillis, List<String> instanceClasses, Boolean
 *       instanceStays, List<String> allowed} → {@code List<Map<String, Object>>}: ends the scope
 *       and returns its leaks
 *   <li>{@code grown, List<Long> scopes, Long graceMillis, List<String> allowed} → {@code
 *       List<Map<String, Object>>}: ends the cycles of a repeated test and returns its leaks: the
 *       resources that each cycle after the first has lost or left open. Resources that only some
 *       cycles have left open are discarded
 *   <li>{@code unused, List<String> allowed} → {@code List<String>}: the patterns that have never
 *       allowed anything
 *   <li>{@code leave, Long scope}: ends the scope without judging it; resources that are still open
 *       then belong to the enclosing scope
 * </ul>
 *
 * <p>A resource belongs to the innermost scope that its thread was in ({@link ThreadScopes}); if
 * that is unknown, to the scope whose test method is on the stack that opened it. Thread-safe.
 */
public final class TestScopes implements BiFunction<String, Object[], Object> {
  private static final int PROTOCOL = 2;
  private static final int MAX_NAMED = 3;

  /**
   * A resource that was opened on a thread without a scope.
   *
   * @param tally the id of its tally
   * @param candidates the tests that were running at that time
   */
  private record Unknown(int tally, List<Scope> candidates) {}

  private final ThreadScopes threads = new ThreadScopes();
  private final Map<Long, Scope> scopes = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  /** The scope of each open resource that was opened in a scope. */
  private final Map<Object, Scope> owners = new ConcurrentHashMap<>();

  private final Map<Object, Unknown> unknown = new ConcurrentHashMap<>();

  /** Null until something is tracked. */
  private volatile @Nullable ScopeJudge judge;

  /** Called when tracking starts; from then on, the probe reports its events to these scopes. */
  public void tracked(ScopeJudge by) {
    judge = by;
  }

  @Override
  public Object apply(String request, Object[] arguments) {
    return switch (request) {
      case "protocol" -> PROTOCOL;
      case "begin" -> begin(arguments);
      case "enter" -> enter((Long) arguments[0]);
      case "opened" -> scope((Long) arguments[0]).opened.sum();
      case "leave" -> leave(scope((Long) arguments[0]));
      case "end" -> end(arguments);
      case "unused" -> unused(Ending.texts(arguments[0]));
      case "grown" -> grown(arguments);
      default -> throw new IllegalArgumentException("unknown request: " + request);
    };
  }

  private Scope scope(long id) {
    Scope found = scopes.get(id);
    if (found == null) {
      throw new IllegalArgumentException("unknown scope " + id);
    }
    return found;
  }

  private Long begin(Object[] arguments) {
    long id = ids.incrementAndGet();
    Scope scope =
        new Scope(
            id,
            scopes.get((Long) arguments[0]),
            Scope.Kind.valueOf((String) arguments[1]),
            (String) arguments[2],
            (String) arguments[3],
            (String) arguments[4]);
    scopes.put(id, scope);
    return id;
  }

  private Long enter(long id) {
    Scope before = threads.enter(scopes.get(id));
    return before == null ? 0L : before.id;
  }

  /** The scopes of threads, for the listener of tasks. */
  ThreadScopes threads() {
    return threads;
  }

  /** Records that a resource was opened on the calling thread. */
  void opened(Object resource, int tally) {
    Scope scope = threads.current();
    if (scope != null) {
      owners.put(resource, scope);
      scope.opened(resource);
      if (scope.running() != scope) {
        moveUp(resource, scope); // The scope has ended in the meantime.
      }
    } else if (!scopes.isEmpty()) {
      unknown.put(resource, new Unknown(tally, candidates()));
    }
  }

  private List<Scope> candidates() {
    List<Scope> running = new ArrayList<>();
    for (Scope each : scopes.values()) {
      if (each.kind != Scope.Kind.RUN) {
        running.add(each);
      }
    }
    return running;
  }

  /**
   * Records that a resource was closed or collected.
   *
   * @param lost whether the resource was collected, or closed by something other than the program
   */
  void ended(Object resource, int tally, boolean lost) {
    Scope scope = owners.remove(resource);
    if (scope != null) {
      if (lost) {
        scope.lost(tally);
      }
      scope.ended(resource);
    } else if (!lost) {
      unknown.remove(resource);
    }
  }

  /** Discards a resource that is allowed to stay open or belongs to the system. */
  void forget(Object resource, Scope from) {
    from.open.remove(resource);
    owners.remove(resource, from);
  }

  /** Moves a resource to the enclosing scope. */
  void moveUp(Object resource, Scope from) {
    from.open.remove(resource);
    Scope up = from.parent;
    if (up != null && owners.replace(resource, from, up)) {
      up.open.add(resource);
      if (!owners.containsKey(resource)) { // closed in the meantime
        up.open.remove(resource);
      }
    }
  }

  private List<Map<String, Object>> end(Object[] arguments) {
    Scope scope = scope((Long) arguments[0]);
    ScopeJudge by = judge;
    try {
      if (by == null) {
        return List.of(); // Nothing was ever opened.
      }
      adopt(scope, by);
      if (scope.kind == Scope.Kind.RUN) {
        reportUnknown();
        return List.of(); // The dump at exit judges what is left.
      }
      return scope.isClean() ? List.of() : by.leaks(scope, this, Ending.of(arguments));
    } finally {
      dismiss(scope);
    }
  }

  /** Ends a scope. Its resources that are still open have been reported, or do not matter. */
  private void dismiss(Scope scope) {
    scope.end();
    owners.keySet().removeAll(scope.open);
    scopes.remove(scope.id);
  }

  private List<String> unused(List<String> allowed) {
    ScopeJudge by = judge;
    return by == null ? allowed : by.unused(allowed);
  }

  private List<Map<String, Object>> grown(Object[] arguments) {
    List<Scope> cycles = ((List<?>) arguments[0]).stream().map(id -> scope((Long) id)).toList();
    ScopeJudge by = judge;
    try {
      return by == null
          ? List.of()
          : by.growth(
              cycles, Ending.of(new Object[] {0L, arguments[1], List.of(), true, arguments[2]}));
    } finally {
      cycles.forEach(this::dismiss);
    }
  }

  private Long leave(Scope scope) {
    scope.end();
    scope.open.forEach(left -> moveUp(left, scope));
    if (scope.parent != null) {
      scope.lost.forEach(scope.parent::lost);
    }
    scopes.remove(scope.id);
    return scope.id;
  }

  /**
   * Assigns to a scope those resources that were opened on threads without a scope and whose
   * opening stack contains the scope's test.
   */
  private void adopt(Scope scope, ScopeJudge by) {
    if (scope.parent != null && scope.parent.kind == Scope.Kind.TEST) {
      return; // The stack does not show which invocation of the method opened a resource.
    }
    for (Map.Entry<Object, Unknown> each : List.copyOf(unknown.entrySet())) {
      Object resource = each.getKey();
      Unknown opening = each.getValue();
      if (opening.candidates.contains(scope)
          && isOpenedByNoOther(opening, scope, by)
          && unknown.remove(resource, opening)) {
        if (by.isOpen(resource)) {
          owners.put(resource, scope);
          scope.opened(resource);
        } else {
          scope.lost(opening.tally);
        }
      }
    }
  }

  /**
   * Whether no other scope fits the opening stack: two classes that run concurrently may have
   * inherited the method on the stack.
   */
  private static boolean isOpenedByNoOther(Unknown opening, Scope scope, ScopeJudge by) {
    if (!by.isOpenedBy(opening.tally, scope)) {
      return false;
    }
    for (Scope other : opening.candidates) {
      boolean isInvocation = other.parent != null && other.parent.kind == Scope.Kind.TEST;
      if (other != scope
          && other.kind == scope.kind
          && !isInvocation
          && by.isOpenedBy(opening.tally, other)) {
        return false;
      }
    }
    return true;
  }

  private void reportUnknown() {
    if (unknown.isEmpty()) {
      return;
    }
    List<Unknown> all = List.copyOf(unknown.values());
    unknown.clear();
    TreeSet<String> names = new TreeSet<>();
    all.forEach(each -> each.candidates.forEach(scope -> names.add(scope.name)));
    List<String> first = names.stream().limit(MAX_NAMED).toList();
    Console.line(
        Numbers.counted(all.size(), "resource")
            + " that no test closed "
            + (all.size() == 1 ? "was" : "were")
            + " opened on threads that belong to no test"
            + (first.isEmpty() ? "" : ", while " + String.join(", ", first))
            + (names.size() > first.size() ? " and others" : "")
            + (first.isEmpty() ? "" : " ran")
            + (all.size() == 1
                ? "; no test fails because of it, but the report at exit lists it"
                : "; no test fails because of them, but the report at exit lists them"));
  }

  /**
   * The arguments of a request to end a scope.
   *
   * @param graceNanos the time to wait for closes
   * @param instanceClasses the classes of the test's instances
   * @param instanceStays whether the instance is also used by later tests
   * @param allowed the resources that may stay open: {@code type=NAME} or {@code site=Class.method}
   */
  record Ending(
      long graceNanos, List<String> instanceClasses, boolean instanceStays, List<String> allowed) {
    static Ending of(Object[] arguments) {
      return new Ending(
          TimeUnit.MILLISECONDS.toNanos((Long) arguments[1]),
          texts(arguments[2]),
          (Boolean) arguments[3],
          texts(arguments[4]));
    }

    private static List<String> texts(Object list) {
      List<String> texts = new ArrayList<>();
      for (Object each : (List<?>) Objects.requireNonNull(list)) {
        texts.add(String.valueOf(each));
      }
      return texts;
    }
  }
}
