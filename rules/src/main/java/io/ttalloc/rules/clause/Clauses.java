package io.ttalloc.rules.clause;

import io.ttalloc.probe.resource.KeyTable;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.Condition;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Rule;
import io.ttalloc.rules.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All clauses, in the order of the documentation. They are read, and their problems reported, in
 * this order; the order of the woven advice is defined by {@link io.ttalloc.rules.Layer}.
 */
public final class Clauses {
  private static final List<Clause<?>> IN_ORDER = new ArrayList<>();

  public static final Clause<List<ClassPattern>> EXCLUDE = then(new ExcludeClause());
  public static final Clause<List<Condition>> WHEN = then(new WhenClause());
  public static final Clause<List<MethodPattern>> OPTIONAL = then(new OptionalClause());
  public static final Clause<String> TYPE = then(new TypeClause());
  public static final Clause<List<ResourceMethod>> OPEN =
      then(new OpenClause(OpenClause.OPEN, true, KeyTable.OPENED));
  public static final Clause<List<ResourceMethod>> CLOSE = then(new CloseClause());
  static final Clause<List<MethodsWithValuesClause.Item>> RETAIN =
      then(new CountClause(CountClause.RETAIN));
  static final Clause<List<MethodsWithValuesClause.Item>> RELEASE =
      then(new CountClause(CountClause.RELEASE));
  static final Clause<Boolean> IDEMPOTENT = then(new FlagClause(FlagClause.IDEMPOTENT));
  public static final Clause<String> UNKNOWN_CLOSE = then(new UnknownCloseClause());
  static final Clause<Long> OLDER_THAN = then(new OlderThanClause());
  static final Clause<List<ResourceMethod>> USE = then(new UseClause());
  static final Clause<List<MethodPattern>> RECLAIM = then(new ScopeClause(ScopeClause.RECLAIM));
  public static final Clause<List<ResourceMethod>> ADOPT =
      then(new OpenClause(OpenClause.ADOPT, false, KeyTable.ADOPTED));
  public static final Clause<List<ResourceMethod>> DISOWN = then(new DisownClause());
  static final Clause<Value> BYTES = then(AttributeClause.BYTES);
  static final Clause<Value> EXTENT = then(AttributeClause.EXTENT);
  static final Clause<Value> ADDRESS = then(AttributeClause.ADDRESS);
  static final Clause<Value> DEVICE = then(AttributeClause.DEVICE);
  static final Clause<Value> SPACE = then(AttributeClause.SPACE);
  static final Clause<Value> SESSION = then(AttributeClause.SESSION);
  static final Clause<Value> OWNS = then(AttributeClause.OWNS);
  static final Clause<Value> SHARED = then(AttributeClause.SHARED);
  public static final Clause<Value> LABEL = then(AttributeClause.LABEL);
  public static final Clause<List<ResourceMethod>> UPDATE = then(new UpdateClause());
  static final Clause<HolderClause.Contents> HOLDER = then(new HolderClause());
  public static final Clause<List<MethodPattern>> SCOPE = then(new ScopeClause(ScopeClause.OWNER));
  static final Clause<Boolean> FREES_OWNED = then(new FlagClause(FlagClause.FREES_OWNED));
  public static final Clause<String> FREED_BY = then(new FreedByClause());
  static final Clause<List<MethodsWithValuesClause.Item>> HOLD = then(new HoldClause());
  static final Clause<List<MethodsWithValuesClause.Item>> DROP = then(new DropClause());
  static final Clause<List<MethodPattern>> INFRASTRUCTURE =
      then(new ScopeClause(ScopeClause.INFRASTRUCTURE));
  public static final Clause<List<MethodsWithValuesClause.Item>> CYCLE = then(new CycleClause());
  public static final Clause<StatisticsClause.Statistics> STATISTICS = then(new StatisticsClause());
  static final Clause<Map<String, String>> POLICY = then(new PolicyClause());
  private static final Clause<Map<String, String>> SITES = then(new SitesClause());

  /** The clauses that may identify a resource by a number. */
  static final List<Clause<List<ResourceMethod>>> WITH_KEYS =
      List.of(OPEN, CLOSE, USE, ADOPT, DISOWN, UPDATE);

  /**
   * The clauses that require no weaving in a rule for holders by path. If such a rule has no other
   * clauses, its classes are not woven.
   */
  private static final Set<Clause<?>> OF_HOLDERS = Set.of(HOLDER, TYPE, EXCLUDE, WHEN, FREED_BY);

  /**
   * The clause that limits a rule to a single class. It is not in the list of clauses, because it
   * cannot be written in a rule file.
   */
  public static final Clause<String> ONLY = new OnlyClause();

  /** The value of {@link #UNKNOWN_CLOSE} that causes closes of unknown resources to be ignored. */
  public static final String IGNORE = UnknownCloseClause.IGNORE;

  private Clauses() {}

  private static <T> Clause<T> then(Clause<T> next) {
    IN_ORDER.add(next);
    return next;
  }

  /**
   * The methods that a rule declares as system code. An empty list means all code of the rule's
   * classes; null means that the rule declares none.
   */
  public static @Nullable List<MethodPattern> systemCodeOf(Rule rule) {
    return rule.get(INFRASTRUCTURE);
  }

  /** Whether a rule does nothing except declare code as system code. */
  public static boolean isOnlySystemCode(Rule rule) {
    return rule.clauses().keySet().equals(Set.of(INFRASTRUCTURE));
  }

  /**
   * Whether the objects of a rule's classes are holders by path, whose contents are determined from
   * the heap.
   */
  public static boolean isHolderByPath(Rule rule) {
    return rule.get(HOLDER) == HolderClause.Contents.BY_PATH;
  }

  /**
   * Whether a rule does nothing except declare holders by path, so that its classes need not be
   * woven.
   */
  public static boolean isOnlyHolderByPath(Rule rule) {
    return isHolderByPath(rule) && OF_HOLDERS.containsAll(rule.clauses().keySet());
  }

  /** The names that a rule gives to call sites, keyed by the name of the method. */
  public static Map<String, String> sitesOf(Rule rule) {
    Map<String, String> sites = rule.get(SITES);
    return sites == null ? Map.of() : sites;
  }

  /**
   * The descriptions, for messages, of the attributes that a rule records, indexed as in woven code
   * and the probe; an empty string for each attribute that the rule does not record.
   */
  public static String[] attributesOf(Rule rule) {
    List<String> names = new ArrayList<>();
    for (AttributeClause attribute : AttributeClause.ALL) {
      Value value = rule.get(attribute);
      names.add(
          value == null
              ? ""
              : value.position() + ": '" + value + "' for '" + attribute.name() + "'");
    }
    return names.toArray(new String[0]);
  }

  /**
   * Whether the rule allows its classes to lack a member, so that no message is printed if they do.
   */
  public static boolean isOptional(Rule rule, MethodPattern member) {
    return MethodPattern.anyCovers(rule.list(OPTIONAL), member);
  }

  /** Returns those of the given members that the rule does not declare as optional. */
  public static List<MethodPattern> required(Rule rule, List<MethodPattern> members) {
    List<MethodPattern> required = new ArrayList<>(members.size());
    for (MethodPattern member : members) {
      if (!isOptional(rule, member)) {
        required.add(member);
      }
    }
    return required;
  }

  /** Whether the rule may open objects of its own classes. */
  public static boolean opensItself(Rule rule) {
    for (ResourceMethod each : rule.list(OPEN)) {
      if (each.isOfItself()) {
        return true;
      }
    }
    return false;
  }

  /** Whether the rule counts references. */
  public static boolean countsReferences(Rule rule) {
    return !rule.list(RETAIN).isEmpty() || !rule.list(RELEASE).isEmpty();
  }

  /** Whether the rule identifies a resource by a number. */
  public static boolean hasKeys(Rule rule) {
    return !byKey(rule).isEmpty();
  }

  /**
   * Whether any of the rules identifies a resource by a number; such rules may name native methods.
   */
  public static boolean anyHasKeys(List<Rule> rules) {
    for (Rule rule : rules) {
      if (hasKeys(rule)) {
        return true;
      }
    }
    return false;
  }

  /** The methods for which the rule identifies a resource by a number. */
  public static List<MethodPattern> byKey(Rule rule) {
    List<MethodPattern> found = new ArrayList<>(0);
    for (Clause<List<ResourceMethod>> clause : WITH_KEYS) {
      for (ResourceMethod each : rule.list(clause)) {
        if (each.byKey()) {
          found.add(each.method());
        }
      }
    }
    return found;
  }

  /**
   * If {@code ofItself}, the methods that close objects of the rule's own classes; otherwise the
   * methods that close other objects.
   */
  public static List<MethodPattern> closes(Rule rule, boolean ofItself) {
    List<MethodPattern> found = new ArrayList<>();
    for (ResourceMethod each : rule.list(CLOSE)) {
      if (each.isOfItself() == ofItself) {
        found.add(each.method());
      }
    }
    return found;
  }

  /**
   * The methods that must not be static, because the resource is read from their object when they
   * begin: the methods of {@code close}, {@code use} and {@code disown} that are not optional and
   * whose resource is neither a parameter nor reached from one.
   */
  public static List<MethodPattern> needingObjects(Rule rule) {
    List<MethodPattern> found = new ArrayList<>(0);
    for (Clause<List<ResourceMethod>> clause : List.of(CLOSE, USE, DISOWN)) {
      for (ResourceMethod each : rule.list(clause)) {
        if (!each.startsAtParameter() && !isOptional(rule, each.method())) {
          found.add(each.method());
        }
      }
    }
    return found;
  }

  /** All clauses, in the order of the documentation. */
  public static List<Clause<?>> inOrder() {
    return Collections.unmodifiableList(IN_ORDER);
  }
}
