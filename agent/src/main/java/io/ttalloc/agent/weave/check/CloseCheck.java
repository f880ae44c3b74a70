package io.ttalloc.agent.weave.check;

import io.ttalloc.probe.rule.ProbeRules;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.clause.Clauses;
import io.ttalloc.text.yaml.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Finds methods that, according to a rule, close objects of a class, but that are not woven, for
 * example because they are native. A close by such a method goes unseen, even if other closes are
 * seen. The results are for the probe, which may be started only later. Thread-safe.
 */
public final class CloseCheck {
  private static final int MAX_CLASSES = 1 << 12;
  private static final int MAX_LIST_LENGTH = 120;

  private final List<Found> found = new ArrayList<>();
  private @Nullable ProbeRules probeRules;

  /**
   * The closes of a class that go unseen; the components are the parameters of {@link
   * ProbeRules#closesUnseenIn}.
   */
  public record Found(
      String className, @Nullable String typeName, @Nullable String what, boolean exist) {}

  /**
   * Reports to the probe all results so far; later results will be reported at once.
   *
   * @param all all rules: if a rule says that methods of other objects close resources of a type,
   *     these closes are seen, even if the class of those objects is loaded only later
   */
  synchronized void reportTo(ProbeRules rules, List<Rule> all) {
    probeRules = rules;
    for (String type : closedByOthers(all)) {
      rules.closesAreSeenOf(type);
    }
    for (Found each : found) {
      rules.closesUnseenIn(each.className, each.typeName, each.what, each.exist);
    }
    found.clear();
  }

  /** The types whose resources are closed by methods of other objects. */
  public static List<String> closedByOthers(List<Rule> all) {
    List<String> types = new ArrayList<>();
    for (Rule rule : all) {
      if (!Clauses.closes(rule, false).isEmpty()) {
        types.add(rule.type().name());
      }
    }
    return types;
  }

  private synchronized void add(Found one) {
    ProbeRules rules = probeRules;
    if (rules != null) {
      rules.closesUnseenIn(one.className, one.typeName, one.what, one.exist);
    } else if (found.size() < MAX_CLASSES) {
      found.add(one);
    }
  }

  /**
   * Checks the methods of a class that, according to a rule, close objects other than their
   * receivers, of any class.
   *
   * @return the closes that go unseen; null if there are none
   */
  @Nullable Found ofOthers(String className, ClassMembers members, Rule rule) {
    List<String> unseen = new ArrayList<>(0);
    for (MethodPattern close : Clauses.closes(rule, false)) {
      for (ClassMembers.Method method : members.matching(close)) {
        boolean implemented = (method.access() & Opcodes.ACC_ABSTRACT) != 0 && rule.subtypes();
        if (!members.hasCode(close) && !implemented) {
          String why =
              (method.access() & Opcodes.ACC_NATIVE) != 0
                  ? "it is native"
                  : ClassMembers.Method.whyAbstract(rule.subtypes());
          unseen.add(notTracked(close, className, why));
        }
      }
    }
    if (unseen.isEmpty()) {
      return null;
    }
    Found all = new Found("java.lang.Object", rule.type().name(), String.join("; ", unseen), true);
    add(all);
    return all;
  }

  private static String notTracked(MethodPattern close, String writer, String why) {
    return named(close) + " of " + writer + " is not tracked (" + why + ")";
  }

  /** A closing method as a rule names it, with its position in the rule file. */
  public static String named(MethodPattern close) {
    return at(close) + "'" + close + "'";
  }

  /** Checks the methods that, according to one rule, close objects of one class. */
  final class OfClass {
    private final String className;
    private final Rule rule;
    private final List<String> unseen = new ArrayList<>(0);
    private final List<String> internal = new ArrayList<>(0);
    private final List<String> missing = new ArrayList<>(0);
    private boolean anyWoven;

    OfClass(String className, Rule rule) {
      this.className = className;
      this.rule = rule;
    }

    /** Records a pattern that matches no method of the class. */
    void missing(MethodPattern close, String others) {
      String expected = others.length() > MAX_LIST_LENGTH ? "one of its methods" : others;
      missing.add(at(close) + className + " has no method '" + close + "', expected " + expected);
    }

    /** Records that a pattern matches at least one method that is woven. */
    void woven() {
      anyWoven = true;
    }

    /** Records a method of the class, declared or inherited, that is not woven. */
    void notWoven(MethodPattern close, ClassMembers.Method method, String writer, String why) {
      String text = notTracked(close, writer, why);
      int access = method.access();
      if ((access & Opcodes.ACC_STATIC) != 0) {
        missing.add(text);
      } else if ((access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED)) != 0) {
        internal.add(text);
      } else {
        unseen.add(text);
      }
    }

    /**
     * Records the result even if there is nothing to report: otherwise, the result of a supertype
     * would apply to this class.
     */
    Found end() {
      if (!anyWoven) {
        // If a close were woven, it would be assumed to call these private and protected methods.
        unseen.addAll(internal);
      }
      boolean exist = !unseen.isEmpty();
      List<String> all = new ArrayList<>(unseen);
      all.addAll(missing);
      String what = all.isEmpty() ? null : String.join("; ", all);
      // A rule without a type closes resources that any rule opens.
      Found result = new Found(className, rule.get(Clauses.TYPE), what, exist);
      add(result);
      return result;
    }
  }

  /**
   * The position in the rule file. Contains only the file's name, since the folders do not belong
   * in a ledger.
   */
  private static String at(MethodPattern close) {
    Position position = close.position();
    Path name = Path.of(position.file()).getFileName();
    return new Position(
            name == null ? position.file() : name.toString(), position.line(), position.column())
        + ": ";
  }
}
