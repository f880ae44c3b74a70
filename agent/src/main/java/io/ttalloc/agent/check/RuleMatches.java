package io.ttalloc.agent.check;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.classes.AnyVersion;
import io.ttalloc.agent.weave.classes.ClassFiles;
import io.ttalloc.agent.weave.classes.NeverWoven;
import io.ttalloc.agent.weave.classes.Work;
import io.ttalloc.agent.weave.match.ClassMatcher;
import io.ttalloc.agent.weave.match.RuleIndex;
import io.ttalloc.agent.weave.match.TrackedClasses;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.ResourceMethodsClause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Finds what rules match in class files, for code that examines rules without running a program.
 * Loads no class. Thread-safe.
 */
public final class RuleMatches {
  private static final Work NOTHING =
      new Work() {
        @Override
        public void run() {}
      };

  private final ClassMatcher matcher;

  /**
   * The matches of one rule in one class.
   *
   * @param methods the clauses with the methods that are woven for them, and the object that each
   *     refers to, such as {@code open <init>(int) -> this Pool}
   */
  public record OfRule(Rule rule, List<String> methods) {
    public OfRule {
      methods = List.copyOf(methods);
    }
  }

  /** Creates a matcher for these rules, and for classes that are tracked without a rule. */
  public RuleMatches(List<Rule> rules, TrackedPackages tracked) {
    matcher = new ClassMatcher(new RuleIndex(rules), new TrackedClasses(tracked), NOTHING);
  }

  /** The class file of a class as a loader sees it; null if it is not found. */
  public static byte @Nullable [] classFile(@Nullable ClassLoader loader, String className) {
    return ClassFiles.read(loader, className.replace('.', '/'));
  }

  /** The members that prevent a class from being woven; null if there are none. */
  public static @Nullable String whyNotWoven(byte[] classFile) {
    return ClassMembers.ofAny(AnyVersion.reader(classFile)).whyNotWoven();
  }

  /**
   * The rules that match a class, in the order of the rules, whether or not it can be woven; empty
   * for nearly all classes.
   */
  public List<OfRule> of(@Nullable ClassLoader loader, byte[] classFile) {
    ClassReader reader = AnyVersion.reader(classFile);
    String name = reader.getClassName();
    List<OfRule> found = new ArrayList<>();
    if (NeverWoven.contains(name)) {
      return found;
    }
    for (Rule rule : matcher.rulesOf(loader, name, reader)) {
      MeantObject meant = new MeantObject(loader, reader);
      found.add(new OfRule(rule, methods(rule, ClassMembers.ofAny(reader), meant)));
    }
    return found;
  }

  private static List<String> methods(Rule rule, ClassMembers members, MeantObject meant) {
    List<String> woven = new ArrayList<>();
    for (Clause<?> clause : rule.clauses().keySet()) {
      if (clause instanceof ResourceMethodsClause ofResources) {
        for (ResourceMethod each : rule.list(ofResources)) {
          woven.addAll(written(clause, each.method(), members, each, meant));
        }
      } else {
        for (MethodPattern pattern : rule.methods(clause)) {
          woven.addAll(written(clause, pattern, members, null, meant));
        }
      }
    }
    return woven;
  }

  private static List<String> written(
      Clause<?> clause,
      MethodPattern pattern,
      ClassMembers members,
      @Nullable ResourceMethod said,
      MeantObject meant) {
    List<String> woven = new ArrayList<>();
    for (ClassMembers.Method method : members.matching(pattern)) {
      if (method.hasCode() && !method.isBridge()) {
        String object = said == null ? "" : " -> " + meant.by(method, said, clause);
        woven.add(clause.name() + " " + method.name() + method.parameters(", ") + object);
      }
    }
    return woven;
  }
}
