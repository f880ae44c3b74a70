package io.ttalloc.rules;

import io.ttalloc.text.yaml.Problems;
import io.ttalloc.text.yaml.YamlMapping;
import io.ttalloc.text.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The YAML mapping of a rule, or a mapping nested in it. Its methods convert the values of keys to
 * method patterns, {@link Value}s and so on.
 */
public final class RuleMapping extends YamlMapping {
  private static final String METHOD = "method";
  private static final String RESOURCE = "resource";
  private static final String KEY = "key";
  private static final String OF = "of";

  /**
   * The kind of value that a clause accepts. Kinds differ only in the constants that they allow.
   */
  public enum Want {
    NUMBER("a field, method, parameter or result, or an integer"),
    FLAG("a field, method, parameter or result, or true or false"),
    TEXT("a field, method, parameter or result, or =text"),
    OBJECT("a field, method, parameter or result, not a constant");

    private final String expected;

    Want(String expected) {
      this.expected = expected;
    }

    boolean allows(Object constant) {
      return switch (this) {
        case NUMBER -> constant instanceof Long;
        case FLAG -> constant instanceof Boolean;
        case TEXT -> !(constant instanceof Boolean);
        case OBJECT -> false;
      };
    }
  }

  private final Problems problems;
  private final Map<String, List<ResourceMethod>> resourceMethods = new HashMap<>();

  /** Creates a mapping, and adds a problem for each clause that is unknown or duplicated. */
  public RuleMapping(YamlNode.Entries source, Collection<String> known, Problems problems) {
    super(source, "clause", known, problems, Rule.CONSEQUENCE);
    this.problems = problems;
  }

  /** A mapping inside this one. */
  public RuleMapping inner(YamlNode.Entries source, Collection<String> known) {
    return new RuleMapping(source, known, problems);
  }

  /**
   * Returns the value of a clause, which must be a mapping; null if the clause is absent. If the
   * value is something else, adds a problem and returns null.
   */
  public YamlNode.@Nullable Entries entries(String clause, String expected) {
    YamlNode node = node(clause);
    if (node instanceof YamlNode.Entries entries) {
      return entries;
    }
    if (node != null) {
      wrong(clause, node, expected);
    }
    return null;
  }

  /** The methods that a clause lists. */
  public List<MethodPattern> methods(String clause, boolean constructorsToo) {
    return methods(clause, constructorsToo, false);
  }

  /** The methods that a clause lists, optionally including constructors and static initializers. */
  public List<MethodPattern> methods(
      String clause, boolean constructorsToo, boolean initializersToo) {
    List<MethodPattern> read = new ArrayList<>();
    for (YamlNode item : methodItems(clause, "a list; each item is " + MethodPattern.SYNTAX)) {
      MethodPattern method =
          initializersToo && isInitializer(item)
              ? new MethodPattern(MethodPattern.INITIALIZER, null, item.position())
              : method(clause, item, constructorsToo);
      if (method != null) {
        read.add(method);
      }
    }
    return read;
  }

  /**
   * The methods that a clause lists. Each item is a method alone, or a mapping that also specifies
   * the resource that the method concerns. The result is cached, so that clauses that depend on
   * each other may call this method several times without adding a problem twice.
   *
   * @param atEntry whether the resource is read when the method begins, before there is a result
   */
  public List<ResourceMethod> resourceMethods(
      String clause, boolean constructorsToo, boolean atEntry) {
    List<ResourceMethod> known = resourceMethods.get(clause);
    if (known != null) {
      return known;
    }
    String expected =
        "a list; each item is "
            + MethodPattern.SYNTAX
            + ", or a mapping with method, and resource or key";
    List<ResourceMethod> read = new ArrayList<>();
    for (YamlNode item : methodItems(clause, expected)) {
      ResourceMethod method =
          item instanceof YamlNode.Entries entries
              ? inner(entries, List.of(METHOD, RESOURCE, KEY, OF))
                  .resourceMethod(constructorsToo, atEntry)
              : alone(method(clause, item, constructorsToo));
      if (method != null) {
        read.add(method);
      }
    }
    resourceMethods.put(clause, List.copyOf(read));
    return read;
  }

  /**
   * The items of a list of methods, without method patterns that YAML has split at their commas.
   * Adds one problem for each split pattern.
   */
  private List<YamlNode> methodItems(String clause, String expected) {
    List<YamlNode> whole = new ArrayList<>();
    List<YamlNode> items = items(clause, expected);
    int next = 0;
    while (next < items.size()) {
      YamlNode item = items.get(next);
      CutPattern cut = CutPattern.at(items, next);
      if (cut == null) {
        whole.add(item);
        next++;
      } else {
        wrong(item.position(), cut.found(clause), cut.expected());
        next += cut.parts();
      }
    }
    return whole;
  }

  private static boolean isInitializer(YamlNode node) {
    return node instanceof YamlNode.Text text && text.text().equals(MethodPattern.INITIALIZER);
  }

  private static @Nullable ResourceMethod alone(@Nullable MethodPattern method) {
    return method == null ? null : ResourceMethod.ofItself(method);
  }

  private @Nullable ResourceMethod resourceMethod(boolean constructorsToo, boolean atEntry) {
    MethodPattern method = method(constructorsToo);
    if (method == null) {
      return null;
    }
    boolean byKey = has(KEY);
    String which = byKey ? KEY : RESOURCE;
    if (byKey && has(RESOURCE)) {
      wrong(
          position(KEY),
          "'key' and 'resource'",
          "only one of them: key for a number, resource for an object");
      return null;
    }
    if (!byKey && has(OF)) {
      wrong(
          position(OF),
          "'of' without 'key'",
          "key: VALUE as well, a number that is unique within the object that 'of' names");
      return null;
    }
    Value resource = value(which, Want.OBJECT, method, atEntry);
    // If the value is malformed, a problem has been added, so the rule is ignored.
    return new ResourceMethod(method, resource, byKey, value(OF, Want.OBJECT, method, atEntry));
  }

  /** A value that is read when a method begins or returns. */
  public @Nullable Value value(String key, Want want, MethodPattern method, boolean atEntry) {
    Value value = value(key, want, List.of(method));
    if (atEntry && value instanceof Value.Path path && path.root() == Value.Root.RESULT) {
      wrong(
          path.position(),
          "'" + key + "' refers to result, which does not exist yet when the method begins",
          "a parameter, or a field or method of the object");
    }
    return value;
  }

  /** The method at the required key {@code method}; null if the key or a valid value is missing. */
  public @Nullable MethodPattern method(boolean constructorsToo) {
    YamlNode node = node(METHOD);
    if (node == null) {
      wrong(position(METHOD), "no 'method'", "method: " + MethodPattern.SYNTAX);
      return null;
    }
    return method(METHOD, node, constructorsToo);
  }

  private @Nullable MethodPattern method(String clause, YamlNode node, boolean constructorsToo) {
    MethodPattern method = null;
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      method = MethodPattern.parse(text.text(), text.position());
    }
    if (method == null) {
      wrong(clause, node, MethodPattern.SYNTAX + CutPattern.hint(node));
      return null;
    }
    if (method.isConstructor() && !constructorsToo) {
      wrong(clause, node, "a method, not a constructor");
      return null;
    }
    return method;
  }

  /**
   * The value of a clause.
   *
   * @param at the methods at which the value is read. If the value starts at a parameter or the
   *     result, at least one of these methods must have that parameter or a result. Empty if the
   *     value may start at neither.
   */
  public @Nullable Value value(String clause, Want want, List<MethodPattern> at) {
    YamlNode node = node(clause);
    if (node == null) {
      return null;
    }
    Value value = null;
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      value = Value.parse(text.text(), text.position());
    }
    if (value == null) {
      wrong(clause, node, want == Want.OBJECT ? Value.NO_CONSTANT : Value.SYNTAX);
    } else if (value instanceof Value.Constant constant && !want.allows(constant.value())) {
      wrong(clause, node, want.expected);
    } else if (value instanceof Value.Path path && !isThere(path, at)) {
      boolean ofResult = path.root() == Value.Root.RESULT;
      String which = ofResult ? "result" : "$" + path.parameter();
      wrong(
          path.position(),
          "'" + clause + "' refers to " + which + ", which does not exist where the value is read",
          at.isEmpty()
              ? "a field or method of the object, or a constant"
              : "a parameter or result of " + listed(at) + (ofResult ? "" : " ($0 is the first)"));
    }
    return value;
  }

  private static String listed(List<MethodPattern> methods) {
    String list = methods.toString();
    return list.substring(1, list.length() - 1);
  }

  private static boolean isThere(Value.Path path, List<MethodPattern> at) {
    if (path.root() == Value.Root.THIS || path.root() == Value.Root.RESOURCE) {
      return true;
    }
    for (MethodPattern method : at) {
      List<String> types = method.parameterTypes();
      boolean there =
          path.root() == Value.Root.RESULT
              ? !method.isConstructor()
              : types == null || path.parameter() < types.size();
      if (there) {
        return true;
      }
    }
    return false;
  }

  /**
   * The mappings that a clause lists, each with a {@code method}.
   *
   * @param known the keys that each mapping may have
   * @param methodAlone whether an item may be a method on its own, instead of a mapping
   */
  public List<RuleMapping> mappings(String clause, List<String> known, boolean methodAlone) {
    String expected =
        "a list; each item is a mapping with "
            + String.join(", ", known)
            + (methodAlone ? ", or the method alone" : "");
    List<RuleMapping> mappings = new ArrayList<>();
    for (YamlNode item : items(clause, expected)) {
      YamlNode.Entries entries = null;
      if (item instanceof YamlNode.Entries mapping) {
        entries = mapping;
      } else if (methodAlone && item instanceof YamlNode.Text text && !text.isNothing()) {
        YamlNode.Text key = new YamlNode.Text(METHOD, false, text.position());
        entries = new YamlNode.Entries(List.of(new YamlNode.Entry(key, text)), text.position());
      }
      if (entries == null) {
        wrong(clause, item, expected);
      } else {
        mappings.add(inner(entries, known));
      }
    }
    return mappings;
  }
}
