package io.ttalloc.agent.weave.match;

import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.agent.weave.classes.ClassHeader;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Finds the rules that apply to a class: those that name it, those that name a supertype and
 * include subtypes, and those that are made for tracked classes without a rule. Reads class files;
 * no class is loaded. Thread-safe.
 */
public final class ClassMatcher {
  private final RuleIndex rules;
  private final TrackedClasses tracked;
  private final LibraryVersions versions;

  /** The results of earlier processes; null if there are none. */
  private volatile @Nullable ProgramImage program;

  /**
   * @param tracked makes rules for classes that have none
   * @param unknown called when a rule does not apply because a version is unknown
   */
  public ClassMatcher(RuleIndex rules, TrackedClasses tracked, Work unknown) {
    this.rules = rules;
    this.tracked = tracked;
    this.versions = new LibraryVersions(unknown);
  }

  /**
   * Uses what earlier processes have found with the same rules.
   *
   * @param known null if nothing is known
   */
  public void use(@Nullable ProgramImage known) {
    program = known;
  }

  /** Whether the results of earlier processes may be wrong about a class that rules match. */
  public boolean isMisled(Class<?> loaded) {
    ProgramImage known = program;
    return known != null && known.mayBeWrongAbout(loaded);
  }

  public List<Rule> allRules() {
    return rules.all();
  }

  /** A hash of all rules, in their order. */
  public long hashOfRules() {
    return rules.hash();
  }

  /**
   * Whether no rule applies to a class, as far as this is known without reading another class file.
   * Calls no application code.
   */
  public boolean matchesNothing(@Nullable ClassLoader loader, String name, byte[] classFile) {
    RuleIndex all = rules;
    ProgramImage known = program;
    if (known != null && known.isUnconcerned(loader, name)) {
      return true;
    }
    return all.named(name).isEmpty()
        && !tracked.mayTrack(name)
        && (!all.asksForSubtypes()
            || SuperTypes.inheritsNothing(loader, ClassHeader.of(classFile), all, known));
  }

  /** The rules that apply to a class; empty for nearly all classes. */
  public List<Rule> rulesOf(@Nullable ClassLoader loader, String name, byte[] classFile) {
    RuleIndex all = rules;
    boolean none =
        all.named(name).isEmpty()
            && !tracked.mayTrack(name)
            && (!all.asksForSubtypes()
                || SuperTypes.inherited(loader, ClassHeader.of(classFile), all).isEmpty());
    return none ? List.of() : rulesOf(loader, name, AnyVersion.reader(classFile));
  }

  /** The rules that name the class itself and apply to it. */
  public List<Rule> namedRulesOf(@Nullable ClassLoader loader, String name, byte[] classFile) {
    List<Rule> named = rules.named(name);
    return isDoubtful(named) ? applying(named, loader, name, AnyVersion.reader(classFile)) : named;
  }

  /** The rules that apply to a class whose class file has been parsed. */
  public List<Rule> rulesOf(@Nullable ClassLoader loader, String name, ClassReader reader) {
    List<Rule> written = writtenFor(loader, name, reader);
    if (!tracked.mayTrack(name) || opensOrCloses(written)) {
      return written;
    }
    Rule made = tracked.ruleOf(loader, reader);
    if (made == null) {
      return written;
    }
    List<Rule> all = new ArrayList<>(written);
    all.add(made);
    return all;
  }

  private static boolean opensOrCloses(List<Rule> found) {
    for (Rule rule : found) {
      if (rule.has(Clauses.OPEN) || rule.has(Clauses.CLOSE)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The rules in files that apply to a class. Rules for the most specific class come last: if
   * several rules open an object, the last one takes effect.
   */
  private List<Rule> writtenFor(@Nullable ClassLoader loader, String name, ClassReader reader) {
    RuleIndex all = rules;
    List<Rule> found = all.named(name);
    if (all.asksForSubtypes()) {
      Set<Rule> inherited = SuperTypes.inherited(loader, ClassHeader.of(reader), all);
      if (!inherited.isEmpty()) {
        Set<Rule> both = new LinkedHashSet<>(inherited);
        // A rule for a package may apply to a supertype, too.
        both.removeAll(found);
        both.addAll(found);
        found = new ArrayList<>(both);
      }
    }
    return isDoubtful(found) ? applying(found, loader, name, reader) : found;
  }

  /** Whether one of the rules has clauses that may prevent it from applying. */
  private static boolean isDoubtful(List<Rule> found) {
    for (Rule rule : found) {
      if (rule.has(Clauses.EXCLUDE) || rule.has(Clauses.WHEN)) {
        return true;
      }
    }
    return false;
  }

  private List<Rule> applying(
      List<Rule> found, @Nullable ClassLoader loader, String name, ClassReader reader) {
    List<Rule> applying = new ArrayList<>(found.size());
    for (Rule rule : found) {
      if (!isExcluded(rule, loader, name, reader)
          && versions.areMet(rule.list(Clauses.WHEN), loader, name)) {
        applying.add(rule);
      }
    }
    return applying;
  }

  private static boolean isExcluded(
      Rule rule, @Nullable ClassLoader loader, String name, ClassReader reader) {
    List<ClassPattern> excluded = rule.list(Clauses.EXCLUDE);
    if (matches(excluded, name)) {
      return true;
    }
    for (String ancestor : excluded.isEmpty() ? Set.<String>of() : SuperTypes.of(loader, reader)) {
      if (matches(excluded, ancestor)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(List<ClassPattern> patterns, String name) {
    for (ClassPattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the class files of a class's supertypes may be read. The name is the internal name of
   * the class.
   */
  public boolean mayReadFor(String name) {
    return rules.asksForSubtypes() || tracked.mayTrack(name);
  }

  /**
   * The loaded classes that must be woven because of their rules. This method is called several
   * times for thousands of classes, so it asks the JVM which classes inherit from the few classes
   * whose subtypes have rules, instead of asking each class for its supertypes.
   */
  public List<Class<?>> matching(Class<?>[] loaded) {
    RuleIndex all = rules;
    String[] names = new String[loaded.length];
    List<Class<?>> ancestors = new ArrayList<>();
    for (int i = 0; i < loaded.length; i++) {
      if (!loaded[i].isArray() && !loaded[i].isPrimitive()) {
        names[i] = loaded[i].getName().replace('.', '/');
        if (!all.inheritedFrom(names[i]).isEmpty()) {
          ancestors.add(loaded[i]);
        }
      }
    }
    List<Class<?>> found = new ArrayList<>();
    for (int i = 0; i < loaded.length; i++) {
      Class<?> each = loaded[i];
      if (names[i] != null
          && (anyApplies(all.named(names[i]), each)
              || (isHeirOfAny(ancestors, each) && inheritsRules(each, each))
              || tracked.mayTrack(each))) {
        found.add(each);
      }
    }
    return found;
  }

  private static boolean isHeirOfAny(List<Class<?>> ancestors, Class<?> type) {
    for (Class<?> each : ancestors) {
      if (each.isAssignableFrom(type) && each != type) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether no rule names a class or one of its supertypes, so that its subtypes inherit no rule
   * from the class.
   */
  public boolean namesNothing(Class<?> loaded) {
    if (!rules.named(loaded.getName().replace('.', '/')).isEmpty()) {
      return false;
    }
    Class<?> superClass = loaded.getSuperclass();
    if (superClass != null && superClass != Object.class && !namesNothing(superClass)) {
      return false;
    }
    for (Class<?> superInterface : loaded.getInterfaces()) {
      if (!namesNothing(superInterface)) {
        return false;
      }
    }
    return true;
  }

  /** The index of the rules. */
  public RuleIndex index() {
    return rules;
  }

  private boolean inheritsRules(Class<?> type, Class<?> heir) {
    for (Class<?> superInterface : type.getInterfaces()) {
      if (hasHeir(superInterface, heir)) {
        return true;
      }
    }
    Class<?> superClass = type.getSuperclass();
    return superClass != null && superClass != Object.class && hasHeir(superClass, heir);
  }

  private boolean hasHeir(Class<?> ancestor, Class<?> heir) {
    return anyApplies(rules.inheritedFrom(ancestor.getName().replace('.', '/')), heir)
        || inheritsRules(ancestor, heir);
  }

  private boolean anyApplies(List<Rule> found, Class<?> loaded) {
    for (Rule rule : found) {
      if (!isExcluded(rule.list(Clauses.EXCLUDE), loaded)
          && versions.areMet(
              rule.list(Clauses.WHEN),
              loaded.getClassLoader(),
              loaded.getName().replace('.', '/'))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isExcluded(List<ClassPattern> excluded, @Nullable Class<?> type) {
    if (excluded.isEmpty() || type == null) {
      return false;
    }
    if (matches(excluded, type.getName()) || isExcluded(excluded, type.getSuperclass())) {
      return true;
    }
    for (Class<?> superInterface : type.getInterfaces()) {
      if (isExcluded(excluded, superInterface)) {
        return true;
      }
    }
    return false;
  }
}
