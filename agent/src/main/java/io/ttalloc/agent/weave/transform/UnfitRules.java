package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.weave.check.UnknownMember;
import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.agent.weave.classes.ByLoader;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.ClassSet;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.rules.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Weaves classes by the rules that fit them. A rule does not fit a class if the rule reads a member
 * that the class does not have. Such a rule is reported in one line and remembered, so that the
 * rule is not applied to the class's subclasses either. If the rule were applied only to the
 * subclasses, openings in their own constructors would be recorded, but not the closes that they
 * inherit.
 *
 * <p>A subclass is passed to the transformer before its superclass, so the rule is first tried on
 * the class file of the superclass. Thread-safe.
 */
public final class UnfitRules {
  private final ClassMatcher matcher;

  /** The classes that a rule does not fit. Keyed by the identity of the rule; guarded by this. */
  private final IdentityHashMap<Rule, ClassSet> unfit = new IdentityHashMap<>();

  /** The classes that a rule fits. Keyed by the identity of the rule; guarded by this. */
  private final IdentityHashMap<Rule, ClassSet> fit = new IdentityHashMap<>();

  /** The class files read to check rules, by internal name. Guarded by this. */
  private final ByLoader<Map<String, Set<String>>> read = new ByLoader<>();

  public UnfitRules(ClassMatcher matcher) {
    this.matcher = matcher;
  }

  /**
   * Weaves a class by those rules that fit it.
   *
   * @return null if no rule fits
   */
  public @Nullable WovenClass weave(
      Weaver weaver,
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      List<Rule> rules,
      boolean addField) {
    List<Rule> left = new ArrayList<>();
    Set<String> readBefore = new HashSet<>();
    for (Rule rule : rules) {
      if (!rule.subtypes() || unfitAncestor(weaver, loader, classFile, rule, readBefore) == null) {
        left.add(rule);
      }
    }
    while (!left.isEmpty()) {
      try {
        WovenClass woven = weaver.weave(loader, className, classFile, left, addField);
        woven.read().addAll(readBefore);
        return woven;
      } catch (UnknownMember e) {
        int before = left.size();
        left.removeAll(reportUnfit(weaver, loader, className, classFile, left));
        if (left.size() == before) {
          throw e;
        }
      }
    }
    return null;
  }

  /** Whether a rule did not fit a class that was woven, or a supertype of it. */
  public boolean isLeftOut(@Nullable ClassLoader loader, byte[] classFile, Rule rule) {
    ClassReader reader = AnyVersion.reader(classFile);
    if (isKnown(unfit, rule, loader, reader.getClassName())) {
      return true;
    }
    for (String ancestor : SuperTypes.of(loader, reader)) {
      if (rule.subtypes() && isKnown(unfit, rule, loader, ancestor)) {
        return true;
      }
    }
    return false;
  }

  /** Reports the rules that do not fit the class itself, and returns them. */
  private List<Rule> reportUnfit(
      Weaver weaver,
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      List<Rule> rules) {
    List<Rule> found = new ArrayList<>();
    for (Rule rule : rules) {
      UnknownMember why = tried(weaver, loader, className, classFile, rule);
      if (why != null) {
        found.add(rule);
        Console.line(why.getMessage() + "; " + reach(loader, className, classFile, rule));
      }
    }
    return found;
  }

  private String reach(
      @Nullable ClassLoader loader, String className, byte[] classFile, Rule rule) {
    if (!rule.subtypes()) {
      return className + " is not tracked by this rule";
    }
    for (String ancestor : SuperTypes.of(loader, new ClassReader(classFile))) {
      if (isKnown(fit, rule, loader, ancestor) && isClass(loader, ancestor)) {
        return "this rule tracks only what "
            + className
            + " and its subclasses inherit from "
            + ancestor.replace('/', '.');
      }
    }
    return className + " and its subclasses are not tracked by this rule";
  }

  private static boolean isClass(@Nullable ClassLoader loader, String name) {
    ClassReader reader = SuperTypes.read(loader, name);
    return reader != null && (reader.getAccess() & Opcodes.ACC_INTERFACE) == 0;
  }

  /**
   * An ancestor that a rule applies to but does not fit; null if there is none.
   *
   * @param readFor receives the names of the classes whose class files were read for this check
   */
  private @Nullable String unfitAncestor(
      Weaver weaver,
      @Nullable ClassLoader loader,
      byte[] classFile,
      Rule rule,
      Set<String> readFor) {
    for (String ancestor : SuperTypes.of(loader, new ClassReader(classFile))) {
      if (isKnown(unfit, rule, loader, ancestor)) {
        return ancestor;
      }
      if (!isKnown(fit, rule, loader, ancestor)) {
        byte[] file = ClassFiles.read(loader, ancestor);
        if (file != null
            && !NeverWoven.contains(ancestor)
            && matcher.rulesOf(loader, ancestor, file).contains(rule)
            && tried(weaver, loader, ancestor.replace('/', '.'), tryable(file), rule) != null) {
          return ancestor;
        }
      }
      addRead(loader, ancestor, readFor);
    }
    return null;
  }

  private synchronized void addRead(
      @Nullable ClassLoader loader, String name, Set<String> readFor) {
    Map<String, Set<String>> ofLoader = read.get(loader);
    Set<String> known = ofLoader == null ? null : ofLoader.get(name);
    if (known != null) {
      readFor.addAll(known);
    }
  }

  private synchronized void rememberRead(
      @Nullable ClassLoader loader, String name, Set<String> readFor) {
    Map<String, Set<String>> ofLoader = read.get(loader);
    if (ofLoader == null) {
      ofLoader = read.putIfAbsent(loader, new HashMap<>());
    }
    Set<String> known = ofLoader.get(name);
    if (known == null) {
      ofLoader.put(name, new HashSet<>(readFor));
    } else {
      known.addAll(readFor);
    }
  }

  /**
   * The class file of an ancestor, prepared for trying a rule on it. An interface can be tried
   * whatever its version: an interface opens nothing in a constructor of its own, and the classes
   * that implement it may be of versions that can be woven.
   */
  private static byte[] tryable(byte[] file) {
    boolean ofInterface = (AnyVersion.reader(file).getAccess() & Opcodes.ACC_INTERFACE) != 0;
    return ofInterface ? AnyVersion.known(file) : file;
  }

  private @Nullable UnknownMember tried(
      Weaver weaver, @Nullable ClassLoader loader, String className, byte[] classFile, Rule rule) {
    String name = className.replace('.', '/');
    try {
      WovenClass woven = weaver.weave(loader, className, classFile, List.of(rule), false);
      rememberRead(loader, name, woven.read());
      remember(fit, rule, loader, name);
      return null;
    } catch (UnknownMember e) {
      remember(unfit, rule, loader, name);
      return e;
    }
  }

  private synchronized void remember(
      IdentityHashMap<Rule, ClassSet> where, Rule rule, @Nullable ClassLoader loader, String name) {
    ClassSet known = where.computeIfAbsent(rule, key -> new ClassSet());
    boolean unused = known.add(loader, name);
  }

  private synchronized boolean isKnown(
      IdentityHashMap<Rule, ClassSet> where, Rule rule, @Nullable ClassLoader loader, String name) {
    ClassSet known = where.get(rule);
    return known != null && known.contains(loader, name);
  }
}
