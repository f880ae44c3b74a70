package io.ttalloc.agent.weave;

import io.ttalloc.agent.options.TrackedPackages;
import io.ttalloc.agent.rules.Clause;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * What rules match in class files, for those who look at rules without running a program. Loads no
 * class. Thread-safe.
 */
public final class RuleMatches {
  private static final Work NOTHING =
      new Work() {
        @Override
        public void run() {}
      };

  private final ClassMatcher matcher;

  /**
   * What one rule matches in one class.
   *
   * @param methods the clauses with the methods that are woven for them, as {@code open
   *     <init>(int)}
   */
  public record OfRule(Rule rule, List<String> methods) {
    public OfRule {
      methods = List.copyOf(methods);
    }
  }

  /** Of rules, and of classes that are tracked without one. */
  public RuleMatches(List<Rule> rules, TrackedPackages tracked) {
    matcher = new ClassMatcher(new RuleIndex(rules), new TrackedClasses(tracked), NOTHING);
  }

  /** The class file of a class as a loader sees it; null if it is not found. */
  public static byte @Nullable [] classFile(@Nullable ClassLoader loader, String className) {
    return ClassFiles.read(loader, className.replace('.', '/'));
  }

  /** What members a class has for which it cannot be woven; null if there are none. */
  public static @Nullable String whyNotWoven(byte[] classFile) {
    return ClassMembers.ofAny(AnyVersion.reader(classFile)).whyNotWoven();
  }

  /**
   * The rules of a class, in their order, whether or not it can be woven; empty for nearly all
   * classes.
   */
  public List<OfRule> of(@Nullable ClassLoader loader, byte[] classFile) {
    ClassReader reader = AnyVersion.reader(classFile);
    String name = reader.getClassName();
    List<OfRule> found = new ArrayList<>();
    if (NeverWoven.contains(name)) {
      return found;
    }
    for (Rule rule : matcher.rulesOf(loader, name, reader)) {
      found.add(new OfRule(rule, methods(rule, ClassMembers.ofAny(reader))));
    }
    return found;
  }

  private static List<String> methods(Rule rule, ClassMembers members) {
    List<String> woven = new ArrayList<>();
    for (Clause<?> clause : rule.clauses().keySet()) {
      for (MethodPattern pattern : rule.methods(clause)) {
        for (ClassMembers.Method method : members.matching(pattern)) {
          if (method.hasCode() && !method.isBridge()) {
            woven.add(clause.name() + " " + method.name() + parameters(method.descriptor()));
          }
        }
      }
    }
    return woven;
  }

  private static String parameters(String descriptor) {
    List<String> simple = new ArrayList<>();
    for (Type type : Type.getArgumentTypes(descriptor)) {
      String name = type.getClassName();
      simple.add(name.substring(name.lastIndexOf('.') + 1));
    }
    return "(" + String.join(", ", simple) + ")";
  }
}
