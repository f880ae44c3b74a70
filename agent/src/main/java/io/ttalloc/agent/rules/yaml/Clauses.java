package io.ttalloc.agent.rules.yaml;

import io.ttalloc.agent.rules.MethodPattern;
import io.ttalloc.agent.rules.Rule;
import io.ttalloc.agent.rules.Value;
import io.ttalloc.ledger.RecordLayout;
import io.ttalloc.yaml.Problems;
import io.ttalloc.yaml.YamlMapping;
import io.ttalloc.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The clauses of one rule, or of a mapping in it: keys whose values are methods and values. */
final class Clauses extends YamlMapping {

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
    super(source, "clause", known, notYet, problems, Rule.DROPPED);
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

  /** A call that people are told to make. */
  @Nullable String call(String clause) {
    YamlNode node = node(clause);
    if (node == null) {
      return null;
    }
    if (node instanceof YamlNode.Text text && !text.isNothing()) {
      String call = text.text();
      // A constant of the compiler's: the class is not there yet when rules are read.
      String name =
          call.startsWith(RecordLayout.RELEASE_ON_OWNER)
              ? call.substring(RecordLayout.RELEASE_ON_OWNER.length())
              : call;
      MethodPattern method = MethodPattern.parse(name, text.position());
      if (method != null && !method.isConstructor() && method.name().concat("()").equals(name)) {
        return call;
      }
    }
    wrong(clause, node, "a call NAME() of the object itself, or owner.NAME() of what owns it");
    return null;
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
}
