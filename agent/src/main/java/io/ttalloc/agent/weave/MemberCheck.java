package io.ttalloc.agent.weave;

import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.rules.ClassPattern;
import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Compares the methods that rules name with those that a class has.
 *
 * <p>Methods are woven where they are declared. A method that the class inherits from a super type
 * that no rule reaches therefore gets a {@link Bridge}. A rule for one class that names a method
 * which the class neither has nor inherits is a mistake of its author: one line says where, and the
 * rest of the rule applies. A rule for many classes may name what only some of them have.
 */
final class MemberCheck {
  private final Set<String> told = new TreeSet<>();
  private final ClassMatcher matcher;

  MemberCheck(ClassMatcher matcher) {
    this.matcher = matcher;
  }

  /**
   * What is to be done with a class.
   *
   * @param rules those that find something to weave in it
   * @param bridges the methods that have to be added to it first
   * @param passedOn methods written by the compiler that are to be woven like the programmer's own
   * @param unknown what rules name as opening it and it does not have, and all that they name as
   *     closing it if it has none of that: its openings or closes are missed
   */
  record Fit(
      List<Rule> rules,
      List<Bridge> bridges,
      List<ClassMembers.Method> passedOn,
      List<MethodPattern> unknown) {}

  /**
   * Compares the rules of a class with its methods.
   *
   * @param mayAdd whether methods may be added to it: not to a class that is loaded already
   */
  Fit fit(
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      List<Rule> rules,
      boolean mayAdd) {
    Fit fit = new Fit(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(0), new ArrayList<>(0));
    Candidate candidate = new Candidate(loader, className, new ClassReader(classFile), mayAdd, fit);
    for (Rule rule : rules) {
      if (candidate.fits(rule)) {
        fit.rules().add(rule);
      }
    }
    return fit;
  }

  /** A method as a clause names it. */
  private record Named(Clause<?> clause, MethodPattern pattern) {}

  /** One class, while it is compared. */
  private final class Candidate {
    private final @Nullable ClassLoader loader;
    private final String className;
    private final boolean isInterface;
    private final ClassMembers members;
    private final Inheritance inheritance;
    private final boolean mayAdd;
    private final Fit fit;

    Candidate(
        @Nullable ClassLoader loader,
        String className,
        ClassReader reader,
        boolean mayAdd,
        Fit fit) {
      this.loader = loader;
      this.className = className;
      this.isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
      this.members = ClassMembers.of(reader);
      this.inheritance = new Inheritance(loader, reader, members);
      this.mayAdd = mayAdd;
      this.fit = fit;
    }

    /** Whether the class has anything that the rule weaves; adds what that takes. */
    boolean fits(Rule rule) {
      boolean fits = rule.has(Clauses.STATISTICS);
      List<Named> elsewhere = new ArrayList<>();
      for (Clause<?> clause : rule.clauses().keySet()) {
        for (MethodPattern pattern : rule.methods(clause)) {
          boolean has = members.has(pattern);
          if (has) {
            fits |= members.hasCode(pattern);
            fit.passedOn().addAll(mayAdd ? members.passedOn(pattern) : List.of());
          }
          // Beside an overload of its own, the class may inherit others of the same name.
          if (!has || pattern.isOverloadable()) {
            elsewhere.add(new Named(clause, pattern));
          }
        }
      }
      boolean exact =
          rule.classes().kind() == ClassPattern.Kind.CLASS && rule.classes().matches(className);
      // Class files of ancestors are read only for a class that is to be woven at all.
      for (Named method : exact || fits ? elsewhere : List.<Named>of()) {
        fits |= inherits(method, rule, exact);
      }
      noteWhetherItCloses(rule, exact);
      return fits;
    }

    private void noteWhetherItCloses(Rule rule, boolean exact) {
      List<MethodPattern> closes = rule.methods(Clauses.CLOSE);
      for (MethodPattern close : closes) {
        if (!exact || members.has(close) || !inheritance.of(close).isEmpty()) {
          return;
        }
      }
      fit.unknown().addAll(closes);
    }

    private boolean inherits(Named named, Rule rule, boolean exact) {
      MethodPattern pattern = named.pattern();
      List<Inheritance.Inherited> inherited =
          pattern.isConstructor() ? List.of() : inheritance.of(pattern);
      // The rule of an interface may name constructors of the classes that implement it.
      boolean meantForHeirs = isInterface && rule.subtypes() && pattern.isConstructor();
      if (inherited.isEmpty() && exact && !meantForHeirs && !members.has(pattern)) {
        tellMissing(className, pattern, members);
        if (named.clause() == Clauses.OPEN) {
          fit.unknown().add(pattern);
        }
        return false;
      }
      return !isInterface && bridge(named, inherited, exact);
    }

    /** Adds the bridges that a pattern needs; whether there are any. */
    private boolean bridge(Named named, List<Inheritance.Inherited> inherited, boolean exact) {
      boolean added = false;
      for (Inheritance.Inherited method : inherited) {
        if (!method.method().hasCode() || isWovenThere(loader, method, named.clause())) {
          continue;
        }
        String hindrance = mayAdd ? method.hindrance() : "the class was loaded before the agent";
        if (hindrance == null) {
          added = true;
          addOnce(method.bridge(), fit.bridges());
        } else if (exact) {
          tellNotSeen(className, named.pattern(), method.ancestor(), hindrance);
        }
      }
      return added;
    }
  }

  private static void addOnce(Bridge bridge, List<Bridge> bridges) {
    for (Bridge other : bridges) {
      if (other.method().isSameAs(bridge.method())) {
        return;
      }
    }
    bridges.add(bridge);
  }

  /** Whether a rule of the ancestor that declares a method names it in the same clause. */
  private boolean isWovenThere(
      @Nullable ClassLoader loader, Inheritance.Inherited inherited, Clause<?> clause) {
    ClassReader ancestor = inherited.ancestor();
    ClassMembers.Method method = inherited.method();
    for (Rule rule : matcher.rulesOf(loader, ancestor.getClassName(), ancestor)) {
      for (MethodPattern pattern : rule.methods(clause)) {
        if (pattern.matches(method.name(), method.descriptor())) {
          return true;
        }
      }
    }
    return false;
  }

  private void tellMissing(String className, MethodPattern pattern, ClassMembers members) {
    tellOnce(
        pattern.position()
            + ": "
            + className
            + " has no method '"
            + pattern
            + "', expected one of "
            + members.names()
            + "; the rest of the rule applies");
  }

  private void tellNotSeen(
      String className, MethodPattern pattern, ClassReader ancestor, String hindrance) {
    String written = ancestor.getClassName().replace('/', '.');
    tellOnce(
        pattern.position()
            + ": "
            + className
            + " inherits '"
            + pattern
            + "' from "
            + written
            + ", where it is not tracked ("
            + hindrance
            + "), expected a rule for "
            + written
            + " that names it; the rest of the rule applies");
  }

  private void tellOnce(String line) {
    synchronized (told) {
      if (!told.add(line)) {
        return;
      }
    }
    Console.line(line);
  }

  /**
   * Whether a class may get a field: interfaces have no objects of their own, and the fields of
   * records are their components.
   */
  static boolean mayGetField(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    return (reader.getAccess() & Opcodes.ACC_INTERFACE) == 0
        && !"java/lang/Record".equals(reader.getSuperName());
  }
}
