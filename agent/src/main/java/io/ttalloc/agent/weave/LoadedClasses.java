package io.ttalloc.agent.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Weaves classes that were loaded before the transformer was installed, all in one step: between
 * two steps, something could be opened in a class that is woven already and closed in one that is
 * not yet.
 *
 * <p>{@link #weave} is called once, and the transformer calls {@link #woven} meanwhile and later.
 */
final class LoadedClasses {
  /** A class may become loaded while others are looked for. */
  private static final int MOST_ROUNDS = 3;

  private final RuleIndex rules;
  private final Set<Class<?>> tried = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Class<?>, Throwable> refused = new LinkedHashMap<>();
  private final Set<Class<?>> woven =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private volatile boolean done;

  LoadedClasses(RuleIndex rules) {
    this.rules = rules;
  }

  /**
   * Weaves them.
   *
   * @param subtypes whether to weave classes, too, that rules reach by their super types; in a
   *     program that has not begun these are classes of the JDK
   * @param reshaped what was woven while it was loaded
   * @return how many classes were woven
   */
  int weave(Instrumentation instrumentation, boolean subtypes, ReshapedClasses reshaped) {
    boolean inherited = subtypes && rules.asksForSubtypes();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Class<?>> found = matching(instrumentation, inherited, reshaped);
      if (!found.isEmpty()) {
        retransform(instrumentation, found);
      }
    }
    done = true;
    int count = woven.size();
    woven.clear();
    tried.clear();
    return count;
  }

  /** Whether all are woven that can be. Until then some are, and others are not yet. */
  boolean areDone() {
    return done;
  }

  /** Those that could not be woven, and why. */
  Map<Class<?>, Throwable> refused() {
    return refused;
  }

  /** Notes that the transformer has woven a loaded class. */
  void woven(Class<?> loaded) {
    if (!done) {
      woven.add(loaded);
    }
  }

  private List<Class<?>> matching(
      Instrumentation instrumentation, boolean inherited, ReshapedClasses reshaped) {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!loaded.isArray()
          && !loaded.isPrimitive()
          && !loaded.isHidden()
          && (!rules.named(internalName(loaded)).isEmpty() || (inherited && isSubtype(loaded)))
          && instrumentation.isModifiableClass(loaded)
          && !reshaped.contains(loaded.getClassLoader(), internalName(loaded))
          && tried.add(loaded)) {
        found.add(loaded);
      }
    }
    return found;
  }

  /** Looks at what is loaded already, and so loads nothing. */
  private boolean isSubtype(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      boolean named = c != type && !rules.inheritedFrom(internalName(c)).isEmpty();
      if (named || isNamedAmong(c.getInterfaces())) {
        return true;
      }
    }
    return false;
  }

  private boolean isNamedAmong(Class<?>[] interfaces) {
    for (Class<?> each : interfaces) {
      if (!rules.inheritedFrom(internalName(each)).isEmpty()
          || isNamedAmong(each.getInterfaces())) {
        return true;
      }
    }
    return false;
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** One class that the JVM refuses makes it refuse all: then they are tried one by one. */
  private void retransform(Instrumentation instrumentation, List<Class<?>> classes) {
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
      return;
    } catch (Exception | LinkageError | VirtualMachineError e) {
      if (classes.size() == 1) {
        refused(classes.get(0), e);
        return;
      }
    }
    for (Class<?> each : classes) {
      try {
        instrumentation.retransformClasses(each);
      } catch (Exception | LinkageError | VirtualMachineError e) {
        refused(each, e);
      }
    }
  }

  private void refused(Class<?> loaded, Throwable why) {
    woven.remove(loaded);
    refused.put(loaded, why);
  }
}
