package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.CloseCode;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Makes rules for the AutoCloseable classes that the option {@code track} names: the constructors
 * open a resource, and {@code close()} closes it. Reads class files; no class is loaded.
 *
 * <p>A rule applies only to objects of exactly its class, not of subclasses. A tracked subclass has
 * a rule of its own, and a subclass outside the tracked packages is not tracked, though it calls
 * woven constructors. A class without objects of its own gets a rule for its close alone, which its
 * subclasses inherit.
 *
 * <p>Thread-safe. A class gets the same rule each time, since the probe numbers rules.
 */
public final class TrackedClasses {
  private static final String CLOSEABLE = "java/lang/AutoCloseable";
  private static final String CLOSE = "close";

  private final TrackedPackages tracked;

  /** The rules by internal name, and by whether they only close; guarded by itself. */
  private final Map<String, Rule> rules = new HashMap<>();

  /** Classes that were examined and are not tracked, though they are AutoCloseable. */
  private final ClassSet leftOut = new ClassSet();

  /** The patterns by which a class has been tracked; guarded by itself. */
  private final List<ClassPattern> used = new ArrayList<>();

  public TrackedClasses(TrackedPackages tracked) {
    this.tracked = tracked;
  }

  /** Whether the option names a class, by its internal or binary name. */
  boolean mayTrack(String name) {
    return patternOf(name) != null;
  }

  private @Nullable ClassPattern patternOf(String name) {
    for (ClassPattern pattern : tracked.classes()) {
      if (pattern.matches(name)) {
        return pattern;
      }
    }
    return null;
  }

  /** Whether a loaded class is tracked, or has yet to be examined. */
  boolean mayTrack(Class<?> loaded) {
    String name = loaded.getName();
    return !tracked.isNothing()
        && AutoCloseable.class.isAssignableFrom(loaded)
        && mayTrack(name)
        && !leftOut.contains(loaded.getClassLoader(), name.replace('.', '/'));
  }

  /** The patterns that matched no tracked class. */
  public List<ClassPattern> unused() {
    List<ClassPattern> unused = new ArrayList<>(tracked.classes());
    synchronized (used) {
      unused.removeAll(used);
    }
    return unused;
  }

  /** The rule of a class; null if it is not tracked. */
  @Nullable Rule ruleOf(@Nullable ClassLoader loader, ClassReader of) {
    String name = of.getClassName();
    ClassPattern pattern = patternOf(name);
    if (pattern == null) {
      return null;
    }
    Set<String> ancestors = SuperTypes.of(loader, of);
    if (!ancestors.contains(CLOSEABLE)) {
      return null;
    }
    boolean hasObjects = (of.getAccess() & (Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT)) == 0;
    boolean tracks =
        hasObjects
            ? !HoldsNothing.holds(loader, of, ancestors)
            : CloseCode.of(of) == CloseCode.WORKS || CloseCode.of(of) == CloseCode.CALLS_SUPER;
    if (!tracks || isExcluded(name, ancestors)) {
      boolean unused = leftOut.add(loader, name);
      return null;
    }
    synchronized (used) {
      if (hasObjects && !used.contains(pattern)) {
        used.add(pattern);
      }
    }
    return rule(of, pattern, hasObjects);
  }

  private boolean isExcluded(String name, Set<String> ancestors) {
    for (ClassPattern pattern : tracked.except()) {
      if (pattern.matches(name)) {
        return true;
      }
      for (String ancestor : ancestors) {
        if (pattern.matches(ancestor)) {
          return true;
        }
      }
    }
    return false;
  }

  private Rule rule(ClassReader of, ClassPattern pattern, boolean opens) {
    String key = of.getClassName() + (opens ? "" : " " + CLOSE);
    synchronized (rules) {
      Rule known = rules.get(key);
      if (known == null) {
        known = made(of, pattern, opens);
        rules.put(key, known);
      }
      return known;
    }
  }

  private static Rule made(ClassReader of, ClassPattern pattern, boolean opens) {
    Position at = Position.wholeFile("track=" + pattern);
    String name = of.getClassName().replace('/', '.');
    String[] interfaces = of.getInterfaces();
    boolean extending = interfaces.length == 0 || !"java/lang/Object".equals(of.getSuperName());
    Map<Clause<?>, Object> clauses = new LinkedHashMap<>();
    clauses.put(
        Clauses.TYPE,
        TypeWords.of(of.getClassName(), extending ? of.getSuperName() : interfaces[0]));
    if (opens) {
      MethodPattern constructors = new MethodPattern(MethodPattern.CONSTRUCTOR, null, at);
      clauses.put(Clauses.OPEN, List.of(ResourceMethod.ofItself(constructors)));
      clauses.put(Clauses.ONLY, name);
    } else {
      clauses.put(Clauses.UNKNOWN_CLOSE, Clauses.IGNORE);
    }
    MethodPattern close = new MethodPattern(CLOSE, List.of(), at);
    clauses.put(Clauses.CLOSE, List.of(ResourceMethod.ofItself(close)));
    return new Rule(new ClassPattern(name, ClassPattern.Kind.CLASS), false, clauses, at);
  }
}
