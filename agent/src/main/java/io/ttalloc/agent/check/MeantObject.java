package io.ttalloc.agent.check;

import io.ttalloc.agent.weave.check.ClassMembers;
import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.rules.Clause;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.ResourceMethod;
import io.ttalloc.rules.Value;
import io.ttalloc.rules.clause.Clauses;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Describes the object that a method in a rule opens, closes or uses. If the rule names only the
 * method, that object is the receiver of the call, although the author of the rule may have meant
 * the result.
 */
final class MeantObject {
  private final @Nullable ClassLoader loader;
  private final ClassReader type;

  /**
   * @param type the class that has the methods
   */
  MeantObject(@Nullable ClassLoader loader, ClassReader type) {
    this.loader = loader;
    this.type = type;
  }

  /** Describes the object, and shows how to write the rule if another object may be meant. */
  String by(ClassMembers.Method method, ResourceMethod said, Clause<?> clause) {
    boolean opens = clause == Clauses.OPEN || clause == Clauses.ADOPT;
    boolean isStatic = (method.access() & Opcodes.ACC_STATIC) != 0;
    if (!said.isOfItself()) {
      String number = said.byKey() ? "the number " : "";
      String owner = said.of() == null ? "" : ", unique in " + said.of();
      return number + typed(said.value(), method) + owner;
    }
    if (isStatic) {
      return opens ? typedResult(method) : "no object: the method is static";
    }
    String self = "this " + ClassMembers.Method.ofSimple(ofThis());
    return opens && mayMeanItsResult(method)
        ? self
            + "; to track the result instead, write {method: "
            + quoted(said.method())
            + ", resource: result}"
        : self;
  }

  private Type ofThis() {
    return Type.getObjectType(type.getClassName());
  }

  private static String typed(Value value, ClassMembers.Method method) {
    if (value instanceof Value.Path path && path.steps().isEmpty()) {
      Type[] parameters = Type.getArgumentTypes(method.descriptor());
      if (path.root() == Value.Root.RESULT) {
        return typedResult(method);
      }
      if (path.root() == Value.Root.PARAMETER && path.parameter() < parameters.length) {
        return value + " " + ClassMembers.Method.ofSimple(parameters[path.parameter()]);
      }
    }
    return value.toString();
  }

  private static String typedResult(ClassMembers.Method method) {
    return "result " + ClassMembers.Method.ofSimple(Type.getReturnType(method.descriptor()));
  }

  /**
   * Whether the author of a rule may have meant the method's result. False if the method returns a
   * plain value such as a String, or if it may return its receiver.
   */
  private boolean mayMeanItsResult(ClassMembers.Method method) {
    Type result = Type.getReturnType(method.descriptor());
    if (result.getSort() != Type.OBJECT || result.getInternalName().startsWith("java/lang/")) {
      return false;
    }
    Set<String> above = SuperTypes.of(loader, type);
    return !result.equals(ofThis()) && !above.contains(result.getInternalName());
  }

  /** The text of the pattern, in quotation marks if YAML requires them in a list or mapping. */
  private static String quoted(MethodPattern pattern) {
    String text = pattern.toString();
    return text.indexOf(',') < 0 ? text : "\"" + text + "\"";
  }
}
