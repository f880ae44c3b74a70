package io.ttalloc.agent.weave.check;

import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
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
public final class MemberCheck {
  private static final String LOADED_BEFORE = "the class was loaded before the agent";

  private final MemberMessages messages = new MemberMessages();
  private final ClassMatcher matcher;
  private final CloseCheck closes = new CloseCheck();

  public MemberCheck(ClassMatcher matcher) {
    this.matcher = matcher;
  }

  /** A hash of all rules that there are now, in their order. */
  public long hashOfRules() {
    return matcher.hashOfRules();
  }

  /** Reports the unseen closes to the probe. */
  public void reportTo(ProbeRules rules) {
    closes.reportTo(rules, matcher.allRules());
  }

  /**
   * The changes that a class needs, and what its rules miss.
   *
   * @param rules the rules that find something to weave in it
   * @param bridges the methods that have to be added to it first
   * @param passedOn methods written by the compiler that are to be woven like the programmer's own
   * @param unknown methods that rules name as opening it and it does not have, and all closing
   *     methods of rules that open nothing if it has none of them: openings or closes are missed
   * @param closes the closes of the class that go unseen
   * @param remarks the members about which the user was warned, now or before
   */
  public record Fit(
      List<Rule> rules,
      List<Bridge> bridges,
      List<ClassMembers.Method> passedOn,
      List<MethodPattern> unknown,
      List<CloseCheck.Found> closes,
      List<MethodPattern> remarks) {
    Fit() {
      this(
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(0),
          new ArrayList<>(0),
          new ArrayList<>(1),
          new ArrayList<>(0));
    }

    /** A class file with the methods that have to be added to it first. */
    public byte[] withBridges(byte[] classFile) {
      return bridges.isEmpty() && passedOn.isEmpty()
          ? classFile
          : Bridge.add(classFile, bridges, passedOn);
    }
  }

  /**
   * Compares the rules of a class with its methods.
   *
   * @param mayAdd whether methods may be added to it: not to a class that is loaded already
   */
  public Fit fit(
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      List<Rule> rules,
      boolean mayAdd) {
    Fit fit = new Fit();
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
    private final boolean isAbstract;
    private final ClassMembers members;
    private final Inheritance inheritance;
    private final boolean mayAdd;
    private final Fit fit;
    private final IdentityHashMap<MethodPattern, List<Inheritance.Inherited>> inherited =
        new IdentityHashMap<>(2);

    Candidate(
        @Nullable ClassLoader loader,
        String className,
        ClassReader reader,
        boolean mayAdd,
        Fit fit) {
      this.loader = loader;
      this.className = className;
      this.isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
      this.isAbstract = (reader.getAccess() & Opcodes.ACC_ABSTRACT) != 0;
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
      // Class files of ancestors are read only for a class that will be woven at all.
      for (Named method : exact || fits ? elsewhere : List.<Named>of()) {
        fits |= inherits(method, rule, exact);
      }
      List<MethodPattern> needing = exact ? Clauses.needingObjects(rule) : List.of();
      fit.remarks().addAll(messages.withoutObject(className, needing, members));
      noteWhetherItCloses(rule, exact);
      checkCloses(rule, exact, fits);
      return fits;
    }

    private List<Inheritance.Inherited> inherited(MethodPattern pattern) {
      return inherited.computeIfAbsent(pattern, inheritance::of);
    }

    private void checkCloses(Rule rule, boolean exact, boolean fits) {
      CloseCheck.Found ofOthers = closes.ofOthers(className, members, rule);
      if (ofOthers != null) {
        fit.closes().add(ofOthers);
      }
      List<MethodPattern> patterns = Clauses.closes(rule, true);
      if (patterns.isEmpty() || !(exact || fits || members.hasNative(patterns))) {
        return;
      }
      CloseCheck.OfClass check = closes.new OfClass(className, rule);
      for (MethodPattern pattern : patterns) {
        if (members.hasClose(pattern)) {
          check.woven();
        }
        boolean any = ownCloses(pattern, rule, check);
        if (!any
            && !inheritedCloses(pattern, rule, check)
            && exact
            && !(isAbstract && rule.subtypes())
            && !Clauses.isOptional(rule, pattern)) {
          check.missing(pattern, members.others(pattern));
        }
      }
      fit.closes().add(check.end());
    }

    /** Whether the class declares a close that a pattern means. */
    private boolean ownCloses(MethodPattern pattern, Rule rule, CloseCheck.OfClass check) {
      boolean woven = members.hasClose(pattern);
      for (ClassMembers.Method method : members.matching(pattern)) {
        String why = method.whyNotWovenAsClose(rule.subtypes());
        // Beside an overload that is woven, only what others may call is a close of its own.
        if (why != null && (!woven || method.isPublicNative())) {
          check.notWoven(pattern, method, className, why);
        }
      }
      return members.has(pattern);
    }

    private boolean inheritedCloses(MethodPattern pattern, Rule rule, CloseCheck.OfClass check) {
      List<Inheritance.Inherited> found = inherited(pattern);
      boolean woven = false;
      for (Inheritance.Inherited one : found) {
        woven |= whyUnseen(one, rule) == null;
      }
      if (woven) {
        check.woven();
      }
      for (Inheritance.Inherited one : found) {
        String why = whyUnseen(one, rule);
        // A default method may stand for an abstract one of another interface.
        if (why != null && (!woven || one.method().isPublicNative())) {
          check.notWoven(pattern, one.method(), one.writer(), why);
        }
      }
      return !found.isEmpty();
    }

    private @Nullable String whyUnseen(Inheritance.Inherited one, Rule rule) {
      String why = one.method().whyNotWovenAsClose(rule.subtypes());
      if (why == null && !isWovenThere(loader, one, Clauses.CLOSE)) {
        why = mayAdd ? one.hindrance() : LOADED_BEFORE;
      }
      // As a final close calls the method that does the work.
      return why != null
              && new CalledMethods(one.ancestor()).reach(one.method(), Clauses.closes(rule, true))
          ? null
          : why;
    }

    private void noteWhetherItCloses(Rule rule, boolean exact) {
      List<MethodPattern> closes = rule.methods(Clauses.CLOSE);
      for (MethodPattern close : closes) {
        boolean noted = !exact || !rule.list(Clauses.OPEN).isEmpty();
        if (noted || members.has(close) || !inherited(close).isEmpty()) {
          return;
        }
      }
      fit.unknown().addAll(Clauses.required(rule, closes));
    }

    private boolean inherits(Named named, Rule rule, boolean exact) {
      MethodPattern pattern = named.pattern();
      boolean special = pattern.isConstructor() || pattern.isInitializer();
      List<Inheritance.Inherited> found = special ? List.of() : inherited(pattern);
      // The rule of an interface may name constructors of the classes that implement it.
      boolean meantForHeirs = isInterface && rule.subtypes() && pattern.isConstructor();
      if (found.isEmpty() && exact && !meantForHeirs && !members.has(pattern)) {
        missing(named, rule);
        return false;
      }
      return !isInterface && bridge(named, found, exact);
    }

    private void missing(Named named, Rule rule) {
      if (!Clauses.isOptional(rule, named.pattern())) {
        messages.missing(className, named.pattern(), members);
        fit.remarks().add(named.pattern());
        if (named.clause() == Clauses.OPEN) {
          fit.unknown().add(named.pattern());
        }
      }
    }

    /** Adds the bridges that a pattern needs; whether there are any. */
    private boolean bridge(Named named, List<Inheritance.Inherited> found, boolean exact) {
      boolean added = false;
      for (Inheritance.Inherited method : found) {
        if (!method.method().hasCode() || isWovenThere(loader, method, named.clause())) {
          continue;
        }
        String hindrance = mayAdd ? method.hindrance() : LOADED_BEFORE;
        if (hindrance == null) {
          added = true;
          addOnce(method.bridge(), fit.bridges());
        } else if (exact) {
          messages.notSeen(className, named.pattern(), method.writer(), hindrance);
          fit.remarks().add(named.pattern());
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
    if (NeverWoven.contains(ancestor.getClassName())) {
      return false;
    }
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
}
