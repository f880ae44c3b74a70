package io.ttalloc.agent.rules.yaml;

import io.ttalloc.agent.options.Wording;
import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Position;
import io.ttalloc.agent.rules.RuleProblem;
import io.ttalloc.agent.rules.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of one mapping, each asked for by name and type. A clause that is not there gives the
 * default; one that is wrong gives the default too and adds a problem.
 */
final class Clauses {
  private static final int LONGEST_NAME = 200;

  private final YamlNode.Entries source;
  private final Problems problems;
  private final Map<String, YamlNode.Entry> byName = new HashMap<>();

  /** Which constants make sense as a value of a clause. */
  enum Want {
    NUMBER("an integer"),
    FLAG("true or false"),
    TEXT("=text"),
    OBJECT("none");

    private final String constants;

    Want(String constants) {
      this.constants = constants;
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

  /** Adds a problem for each clause that is unknown, not supported yet or given twice. */
  Clauses(
      YamlNode.Entries source, Collection<String> known, List<String> notYet, Problems problems) {
    this.source = source;
    this.problems = problems;
    for (YamlNode.Entry entry : source.entries()) {
      YamlNode.Text key = entry.key();
      String name = key.text();
      if (notYet.contains(name)) {
        wrong(key.position(), "the clause '" + name + "', which is not supported yet", one(known));
      } else if (!known.contains(name)) {
        wrong(key.position(), "unknown clause " + Wording.quote(name), Wording.oneOf(known, name));
      } else if (byName.putIfAbsent(name, entry) != null) {
        wrong(key.position(), "the clause '" + name + "' a second time", "it once");
      }
    }
  }

  private static String one(Collection<String> known) {
    return "one of " + String.join(", ", known);
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  /** Where a clause's name stands; the mapping's own position if the clause is not there. */
  Position position(String name) {
    YamlNode.Entry entry = byName.get(name);
    return entry == null ? source.position() : entry.key().position();
  }

  @Nullable YamlNode node(String name) {
    YamlNode.Entry entry = byName.get(name);
    return entry == null ? null : entry.value();
  }

  /** A name for people: not blank, in one line. */
  @Nullable String name(String clause) {
    YamlNode node = node(clause);
    if (node == null) {
      return null;
    }
    String expected = "a name of at most " + LONGEST_NAME + " printable characters";
    if (node instanceof YamlNode.Text text
        && !text.isNothing()
        && !text.text().isBlank()
        && Wording.visible(text.text(), LONGEST_NAME).equals(text.text())) {
      return text.text();
    }
    wrong(clause, node, expected);
    return null;
  }

  boolean flag(String clause, boolean otherwise) {
    YamlNode node = node(clause);
    if (node == null) {
      return otherwise;
    }
    if (node instanceof YamlNode.Text text) {
      if (text.text().equals("true")) {
        return true;
      }
      if (text.text().equals("false")) {
        return false;
      }
    }
    wrong(clause, node, "true or false");
    return otherwise;
  }

  /** What a clause lists; a single thing counts as a list of one. */
  List<YamlNode> items(String clause, String expected) {
    YamlNode node = node(clause);
    if (node == null) {
      return List.of();
    }
    if (node instanceof YamlNode.Items list) {
      return list.items();
    }
    if (node instanceof YamlNode.Text text && text.isNothing()) {
      wrong(clause, node, expected);
      return List.of();
    }
    return List.of(node);
  }

  List<MethodPattern> methods(String clause, boolean constructorsToo) {
    List<MethodPattern> methods = new ArrayList<>();
    for (YamlNode item : items(clause, "a list; each item " + MethodPattern.SYNTAX)) {
      MethodPattern method = method(clause, item, constructorsToo);
      if (method != null) {
        methods.add(method);
      }
    }
    return methods;
  }

  @Nullable MethodPattern method(String clause, YamlNode node, boolean constructorsToo) {
    MethodPattern method = null;
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      method = MethodPattern.parse(text.text(), text.position());
    }
    if (method == null) {
      wrong(clause, node, MethodPattern.SYNTAX);
      return null;
    }
    if (method.isConstructor() && !constructorsToo) {
      wrong(clause, node, "a method, a constructor cannot do this");
      return null;
    }
    return method;
  }

  /**
   * A value of this clause.
   *
   * @param methods the methods at which it is read: one of them must have the parameter or the
   *     result that the value starts at. Empty if there is no such method.
   */
  @Nullable Value value(String clause, Want want, List<MethodPattern> methods) {
    YamlNode node = node(clause);
    if (node == null) {
      return null;
    }
    Value value = null;
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      value = Value.parse(text.text(), text.position());
    }
    if (value == null) {
      wrong(clause, node, Value.SYNTAX);
    } else if (value instanceof Value.Constant constant && !want.allows(constant.value())) {
      wrong(clause, node, "a field, method, parameter or result; of constants " + want.constants);
    } else if (value instanceof Value.Path path && !isThere(path, methods)) {
      String which = path.root() == Value.Root.RESULT ? "result" : "$" + path.parameter();
      wrong(
          path.position(),
          "'" + clause + "' with " + which + ", but no method that it is read at has that",
          methods.isEmpty()
              ? "a field or method of the object, or a constant"
              : "a parameter or result of " + methods);
    }
    return value;
  }

  private static boolean isThere(Value.Path path, List<MethodPattern> methods) {
    if (path.root() == Value.Root.THIS) {
      return true;
    }
    for (MethodPattern method : methods) {
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

  /** Adds a problem with what stands at a clause. */
  void wrong(String clause, YamlNode node, String expected) {
    wrong(node.position(), node.describe() + " for '" + clause + "'", expected);
  }

  /** Adds a problem. */
  void wrong(Position position, String found, String expected) {
    problems.add(position, found, expected, RuleProblem.RULE_DROPPED);
  }
}
