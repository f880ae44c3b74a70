package io.ttalloc.agent.weave.check;

import io.ttalloc.agent.weave.classes.Loaders;
import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Adds rules for closing methods that JDK classes inherit from other JDK classes, as {@code
 * FileChannel} inherits {@code close} from {@code AbstractInterruptibleChannel}. A bridge does not
 * help there: the method may be final, and the class is often loaded before the agent. Therefore
 * the method is woven in the class that declares it, for the resources that the user's rules open.
 */
public final class InheritedCloses {
  private InheritedCloses() {}

  /**
   * Returns the given rules and the rules that are derived from the user's own rules. The rules of
   * packs already name the classes that declare the closing methods.
   */
  public static List<Rule> addedTo(List<Rule> rules, List<Rule> own) {
    // Keyed by class and method, so that one call is not recorded as two closes.
    Map<String, Rule> added = new LinkedHashMap<>();
    for (Rule rule : own) {
      String name = rule.classes().name().replace('.', '/');
      boolean one = rule.classes().kind() == ClassPattern.Kind.CLASS;
      if (one && Loaders.isOfTheJdk(name) && rule.has(Clauses.CLOSE)) {
        ClassReader reader = SuperTypes.read(null, name);
        if (reader != null) {
          addTo(added, rule, reader);
        }
      }
    }
    if (added.isEmpty()) {
      return rules;
    }
    List<Rule> all = new ArrayList<>(rules);
    for (Rule rule : added.values()) {
      if (!isWovenBy(rules, rule.classes().name())) {
        all.add(rule);
      }
    }
    return all;
  }

  private static void addTo(Map<String, Rule> added, Rule rule, ClassReader reader) {
    Inheritance inheritance = new Inheritance(null, reader, ClassMembers.of(reader));
    for (MethodPattern close : Clauses.closes(rule, true)) {
      for (Inheritance.Inherited inherited : inheritance.of(close)) {
        if (inherited.method().hasCode()) {
          String writer = inherited.ancestor().getClassName().replace('/', '.');
          added.putIfAbsent(writer + " " + close, closing(writer, close, rule));
        }
      }
    }
  }

  /**
   * A rule for a closing method of an ancestor. The rule ignores closes of unknown objects, since
   * the method may close other objects as well.
   */
  private static Rule closing(String writer, MethodPattern close, Rule rule) {
    Map<Clause<?>, Object> clauses = new LinkedHashMap<>();
    String type = rule.get(Clauses.TYPE);
    if (type != null) {
      clauses.put(Clauses.TYPE, type);
    }
    clauses.put(Clauses.CLOSE, List.of(ResourceMethod.ofItself(close)));
    clauses.put(Clauses.UNKNOWN_CLOSE, Clauses.IGNORE);
    ClassPattern only = new ClassPattern(writer, ClassPattern.Kind.CLASS);
    return new Rule(only, false, clauses, rule.position());
  }

  /** Whether one of the rules already names closing methods of a class. */
  private static boolean isWovenBy(List<Rule> rules, String className) {
    for (Rule rule : rules) {
      if (rule.has(Clauses.CLOSE) && rule.classes().matches(className)) {
        return true;
      }
    }
    return false;
  }
}
