package io.ttalloc.rules.clause;

import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import io.ttalloc.text.yaml.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds methods to which the user's rules give contradictory roles, such as opening and closing the
 * same resource, or opening a resource as two types. Rules for different classes are not compared,
 * even if one class extends the other, because the rule for a subclass may legitimately add
 * something; only {@link NumberOwners} compares all rules. Not thread-safe.
 */
public final class Contradictions {
  /**
   * The maximum number of roles that are compared for one method name in one class. Without this
   * maximum, the comparison might take too long.
   */
  private static final int MAX_COMPARED = 100;

  /** The pairs of roles that exclude each other; each pair is listed once. */
  private static final Map<Clause<?>, Set<Clause<?>>> EXCLUDED =
      Map.of(
          Clauses.OPEN, Set.of(Clauses.CLOSE, Clauses.RELEASE, Clauses.DISOWN),
          Clauses.ADOPT, Set.of(Clauses.CLOSE, Clauses.RELEASE, Clauses.DISOWN),
          Clauses.CLOSE, Set.of(Clauses.RETAIN, Clauses.RELEASE, Clauses.USE, Clauses.DISOWN),
          Clauses.RETAIN, Set.of(Clauses.RELEASE, Clauses.DISOWN),
          Clauses.RELEASE, Set.of(Clauses.USE, Clauses.DISOWN),
          Clauses.UPDATE, Set.of(Clauses.CLOSE, Clauses.DISOWN));

  private static final List<Clause<List<MethodsWithValuesClause.Item>>> OF_COUNTS =
      List.of(Clauses.RETAIN, Clauses.RELEASE);

  /** The roles in the rules accepted so far, by class and then by method name. */
  private final Map<ClassPattern, Map<String, List<Role>>> known = new HashMap<>();

  private final NumberOwners owners = new NumberOwners();

  /** The role that a rule gives a method. */
  private record Role(Rule rule, Clause<?> clause, ResourceMethod said) {
    MethodPattern method() {
      return said.method();
    }

    /** Whether this role and the other one may concern the same call and the same resource. */
    boolean meets(Role other) {
      return (method().covers(other.method()) || other.method().covers(method()))
          && said.concernsTheSameAs(other.said);
    }
  }

  /**
   * A contradiction between two methods, as described to the user.
   *
   * @param position the position of the later of the two methods
   * @param found what is wrong at that position
   * @param expected what could be there instead
   */
  public record Found(Position position, String found, String expected) {}

  /**
   * Compares the methods of a rule with each other, and with those of all rules in which earlier
   * calls found no contradiction.
   *
   * @return the first contradiction; null if there is none
   */
  public @Nullable Found in(Rule rule) {
    Map<String, List<Role>> earlier = known.get(rule.classes());
    Map<String, List<Role>> own = new HashMap<>();
    List<Role> roles = rolesOf(rule);
    for (Role role : roles) {
      Found found = within(role, named(own, role));
      if (found == null && earlier != null) {
        found = between(role, named(earlier, role));
      }
      if (found != null) {
        return found;
      }
      add(own, role);
    }
    Found ofOwners = owners.in(rule);
    if (ofOwners != null) {
      return ofOwners;
    }
    Map<String, List<Role>> all = earlier == null ? new HashMap<>() : earlier;
    known.put(rule.classes(), all);
    for (Role role : roles) {
      add(all, role);
    }
    return null;
  }

  private static List<Role> rolesOf(Rule rule) {
    List<Role> roles = new ArrayList<>();
    for (Clause<List<ResourceMethod>> clause : Clauses.WITH_KEYS) {
      for (ResourceMethod each : rule.list(clause)) {
        roles.add(new Role(rule, clause, each));
      }
    }
    for (Clause<List<MethodsWithValuesClause.Item>> clause : OF_COUNTS) {
      for (MethodsWithValuesClause.Item each : rule.list(clause)) {
        roles.add(new Role(rule, clause, ResourceMethod.ofItself(each.method())));
      }
    }
    return roles;
  }

  private static List<Role> named(Map<String, List<Role>> roles, Role like) {
    return roles.getOrDefault(like.method().name(), List.of());
  }

  private static void add(Map<String, List<Role>> roles, Role role) {
    String name = role.method().name();
    List<Role> ofName = roles.computeIfAbsent(name, key -> new ArrayList<>(1));
    if (ofName.size() < MAX_COMPARED) {
      ofName.add(role);
    }
  }

  private static @Nullable Found within(Role role, List<Role> others) {
    for (Role other : others) {
      if (exclude(role, other) && role.meets(other)) {
        return bothSaid(role, other, "");
      }
    }
    return null;
  }

  private static @Nullable Found between(Role role, List<Role> others) {
    for (Role other : others) {
      if (mayBeForOtherClasses(role.rule, other.rule) || !role.meets(other)) {
        continue;
      }
      String line = " in the rule at " + where(other.rule, role.rule);
      String type = role.rule.get(Clauses.TYPE);
      String otherType = other.rule.get(Clauses.TYPE);
      boolean oneType = type == null || otherType == null || type.equals(otherType);
      if (oneType && exclude(role, other)) {
        return bothSaid(role, other, line);
      }
      if (!oneType && opens(role) && opens(other)) {
        return new Found(
            role.method().position(),
            "'" + role.method() + "' opens '" + type + "' here and '" + otherType + "'" + line,
            "one type for each method that opens, or 'when' in both rules");
      }
    }
    return null;
  }

  /** The position of a rule, for messages: only its line if both rules are in the same file. */
  static String where(Rule rule, Rule seenFrom) {
    Position at = rule.position();
    boolean near = at.file().equals(seenFrom.position().file());
    return near ? "line " + at.line() : at.toString();
  }

  /**
   * Whether the two rules may apply to different classes, because of conditions on versions or
   * excluded classes.
   */
  private static boolean mayBeForOtherClasses(Rule one, Rule other) {
    return one.has(Clauses.WHEN)
        || other.has(Clauses.WHEN)
        || (one.has(Clauses.EXCLUDE) && other.has(Clauses.EXCLUDE));
  }

  private static boolean opens(Role role) {
    return role.clause == Clauses.OPEN || role.clause == Clauses.ADOPT;
  }

  private static boolean exclude(Role one, Role other) {
    return excludes(one.clause, other.clause) || excludes(other.clause, one.clause);
  }

  private static boolean excludes(Clause<?> clause, Clause<?> other) {
    return EXCLUDED.getOrDefault(clause, Set.of()).contains(other);
  }

  private static Found bothSaid(Role role, Role other, String where) {
    return new Found(
        role.method().position(),
        "'"
            + role.method()
            + "' is listed under '"
            + role.clause
            + "' and, for the same resource, under '"
            + other.clause
            + "'"
            + where,
        "only one of the two");
  }
}
