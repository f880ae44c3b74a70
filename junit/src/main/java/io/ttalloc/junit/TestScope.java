package io.ttalloc.junit;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The part of a test run that a JUnit context represents. A scope is kept in the store of its
 * context, under a key that is unique to the context, because a look-up also searches the stores of
 * all enclosing contexts. JUnit closes the scope with the context, after closing everything that
 * other extensions have stored there. An exception thrown by {@link #close} is reported as a
 * failure of the test, or together with the failure that the test already has. Thread-safe.
 */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes only CloseableResources.
final class TestScope implements ExtensionContext.Store.CloseableResource, AutoCloseable {
  private static final Namespace NAMESPACE = Namespace.create(NoLeaksExtension.class);

  private final Run run;
  private final ExtensionContext context;
  private final long id;

  /** The enclosing scope; null for the scope of the whole run. */
  private final @Nullable TestScope around;

  /**
   * The number of cycles of a test whose open resources must not grow from cycle to cycle; 0 for
   * all other scopes.
   */
  private final int cycles;

  /** The ids of the cycles that have ended but have not been judged yet. Guarded by this. */
  private final List<Long> ended = new ArrayList<>();

  /** The patterns of resources that this scope may leave open. */
  private final List<String> allowed;

  /**
   * The id of the scope that the thread was in before it entered this scope; negative until a
   * thread has entered this scope. Guarded by this.
   */
  private long before = -1;

  /** Guarded by this. */
  private @Nullable Thread entered;

  private TestScope(
      Run run,
      @Nullable TestScope around,
      ExtensionContext context,
      long id,
      List<String> allowed) {
    this.run = run;
    this.around = around;
    this.cycles = around != null && around.cycles > 0 ? 0 : Cycles.of(context);
    this.allowed = allowed;
    this.context = context;
    this.id = id;
  }

  /** Returns the scope of a context; the first call begins the scope. */
  static TestScope of(ExtensionContext context) {
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    synchronized (NAMESPACE) {
      TestScope known = store.get(context.getUniqueId(), TestScope.class);
      if (known != null) {
        return known;
      }
      Optional<ExtensionContext> parent = context.getParent();
      TestScope around = parent.isEmpty() ? null : of(parent.get());
      Run run = around == null ? Run.begin(context) : around.run;
      // The annotations are read before the scope begins, since an invalid one causes an exception.
      List<String> allowed = allowed(context, run);
      long outer = around == null ? 0 : around.id;
      long id =
          run.agent()
              .begin(outer, kind(context), name(context), testClass(context), method(context));
      if (context.getTestMethod().isPresent()) {
        run.begins(name(context));
      }
      TestScope made = new TestScope(run, around, context, id, allowed);
      store.put(context.getUniqueId(), made);
      return made;
    }
  }

  private static String kind(ExtensionContext context) {
    return context.getTestMethod().isPresent()
        ? "TEST"
        : context.getTestClass().isPresent() ? "CLASS" : "RUN";
  }

  private static String testClass(ExtensionContext context) {
    // A frame contains the class that declares the method, perhaps a superclass of the test class.
    Optional<Class<?>> declaring = context.getTestMethod().map(Method::getDeclaringClass);
    return declaring.or(context::getTestClass).map(Class::getName).orElse("");
  }

  private static String method(ExtensionContext context) {
    return context.getTestMethod().map(method -> method.getName()).orElse("");
  }

  /** The name of a scope, such as {@code FirstTest.leaks, [2] b.txt}. */
  private static String name(ExtensionContext context) {
    String named = context.getTestClass().map(Class::getSimpleName).orElse("the run");
    String method = method(context);
    if (method.isEmpty()) {
      return named;
    }
    String full = named + "." + method;
    String shown = context.getDisplayName();
    return shown.startsWith(method) ? full : full + ", " + shown;
  }

  /** Puts the calling thread into this scope until JUnit closes the scope. */
  synchronized void enterUntilItEnds() {
    if (before < 0) {
      before = run.agent().enter(id);
      entered = Thread.currentThread();
    }
  }

  /** Runs test code in this scope, possibly on a thread that JUnit has created for the test. */
  <T> T run(InvocationInterceptor.Invocation<T> invocation) throws Throwable {
    long outside = run.agent().enter(id);
    try {
      return invocation.proceed();
    } finally {
      run.agent().enter(outside);
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      if (before >= 0 && entered == Thread.currentThread()) {
        run.agent().enter(before);
      }
    }
    run.ended(name(context));
    if (around != null && around.cycles > 0) {
      around.cycleEnded(id);
      return;
    }
    if (!isJudged() || cycles > 0) {
      leaveAll();
      return;
    }
    run.report(
        run.agent()
            .end(
                id, run.settings().grace().toMillis(), instanceClasses(), instanceStays(), allowed),
        name(context));
    if (around == null) {
      run.end();
    }
  }

  private synchronized void leaveAll() {
    ended.forEach(run.agent()::leave);
    run.agent().leave(id);
  }

  /** Records that a cycle has ended; after the last cycle, judges all cycles. */
  private synchronized void cycleEnded(long cycle) {
    ended.add(cycle);
    if (ended.size() == cycles) {
      List<Long> all = List.copyOf(ended);
      ended.clear();
      run.report(run.agent().grown(all, run.settings().grace().toMillis(), allowed), name(context));
    }
  }

  /** Runs a dynamic test. JUnit does not close the context of such a test when the test ends. */
  void runDynamic(InvocationInterceptor.Invocation<Void> invocation, ExtensionContext test)
      throws Throwable {
    String testName = name(context) + ", " + test.getDisplayName();
    long scope = run.agent().begin(id, "TEST", testName, testClass(context), method(context));
    long outside = run.agent().enter(scope);
    Throwable failure = null;
    try {
      invocation.proceed();
    } catch (Throwable e) {
      failure = e;
    }
    run.agent().enter(outside);
    // Resources that the factory has created and keeps for all its tests are judged with the
    // factory.
    try {
      if (isJudged()) {
        run.report(
            run.agent()
                .end(scope, run.settings().grace().toMillis(), instanceClasses(), true, allowed),
            testName);
      } else {
        run.agent().leave(scope);
      }
    } catch (LeakError leak) {
      if (failure == null) {
        failure = leak;
      } else {
        failure.addSuppressed(leak);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private boolean isJudged() {
    return run.settings().level() == Settings.Level.INVOCATION || context.getTestMethod().isEmpty();
  }

  /**
   * Whether other tests share the test instance, and can therefore still use everything that the
   * instance refers to.
   */
  private boolean instanceStays() {
    return context.getTestMethod().isPresent()
        && context.getTestInstanceLifecycle().orElse(Lifecycle.PER_METHOD) == Lifecycle.PER_CLASS;
  }

  /**
   * The classes of the test instances, except for enclosing instances that are shared with other
   * tests.
   */
  private List<String> instanceClasses() {
    Set<String> names = new LinkedHashSet<>();
    Class<?> testClass = context.getTestClass().orElse(null);
    for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
      Class<?> each = at.getTestClass().orElse(null);
      boolean stays =
          at.getTestInstanceLifecycle().orElse(Lifecycle.PER_METHOD) == Lifecycle.PER_CLASS;
      if (each == null || (each != testClass && stays)) {
        continue;
      }
      for (Class<?> up = each; up != null && up != Object.class; up = up.getSuperclass()) {
        names.add(up.getName());
      }
    }
    return List.copyOf(names);
  }

  /** The patterns that {@link AllowLeak} declares on a context and its ancestors. */
  private static List<String> allowed(ExtensionContext context, Run run) {
    Set<String> allowed = new LinkedHashSet<>();
    for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
      Optional<AnnotatedElement> element = at.getElement();
      if (element.isPresent()) {
        for (AllowLeak each :
            AnnotationSupport.findRepeatableAnnotations(element.get(), AllowLeak.class)) {
          String pattern = pattern(each, element.get());
          allowed.add(pattern);
          run.allow(pattern, "@AllowLeak(" + pattern + ") on " + element.get());
        }
      }
    }
    return List.copyOf(allowed);
  }

  private static String pattern(AllowLeak allowed, AnnotatedElement of) {
    if (allowed.type().isBlank() == allowed.site().isBlank()) {
      throw new ExtensionConfigurationException(
          "tt-alloc: @AllowLeak on "
              + of
              + " has "
              + (allowed.type().isBlank() ? "neither a type nor a site" : "both a type and a site")
              + ", expected one of them");
    }
    if (allowed.reason().isBlank()) {
      throw new ExtensionConfigurationException(
          "tt-alloc: @AllowLeak on " + of + " has no reason, expected one");
    }
    return allowed.site().isBlank() ? "type=" + allowed.type() : "site=" + allowed.site();
  }
}
