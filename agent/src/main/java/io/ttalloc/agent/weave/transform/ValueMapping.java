package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.check.UnknownMember;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.MethodPattern;
import io.ttalloc.rules.Value;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.DefaultValue;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.implementation.bytecode.constant.LongConstant;
import net.bytebuddy.implementation.bytecode.constant.TextConstant;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;
import org.jspecify.annotations.Nullable;

/**
 * Translates a value in a rule to the instructions that read the value. The instructions replace a
 * parameter of an advice method. Members are looked up in class files; no class is loaded.
 */
final class ValueMapping implements Advice.OffsetMapping {
  private final String name;
  private final @Nullable Value value;
  private final TypeDescription wanted;
  private final @Nullable Object absent;
  private final boolean isObject;
  private final AdviceArguments.@Nullable Key key;
  private final List<MethodPattern> optional;

  /**
   * @param name the name of the argument in a rule
   * @param argument what to read
   * @param wanted the type of the advice's parameter
   * @param optional members that a class may lack; if the value reads a member that the class
   *     lacks, the value is absent, which is not reported as a mistake
   */
  ValueMapping(
      String name,
      AdviceArguments.Argument argument,
      TypeDescription wanted,
      List<MethodPattern> optional) {
    this.name = name;
    this.value = argument.value();
    this.wanted = wanted;
    this.absent = argument.constant();
    this.isObject = argument.isObject();
    this.key = argument.key();
    this.optional = optional;
  }

  @Override
  public Target resolve(
      TypeDescription instrumentedType,
      MethodDescription instrumentedMethod,
      Assigner assigner,
      Advice.ArgumentHandler argumentHandler,
      Sort sort) {
    if (value == null) {
      return new Target.ForStackManipulation(constant(absent));
    }
    if (value instanceof Value.Constant constant) {
      return new Target.ForStackManipulation(constant(constant.value()));
    }
    Value.Path path = (Value.Path) value;
    Place place = new Place(instrumentedType, instrumentedMethod, argumentHandler);
    List<StackManipulation> code = new ArrayList<>();
    TypeDescription.Generic type = read(path, place, code);
    if (type == null) {
      return new Target.ForStackManipulation(constant(absent));
    }
    StackManipulation read = new StackManipulation.Compound(code);
    if (key == null && isObject && type.isPrimitive()) {
      throw noObject(path, type);
    }
    StackManipulation wantedOf =
        key == null
            ? convert(path, type, assigner)
            : KeyLookup.of(path, type, owner(key, place), key);
    return new Target.ForStackManipulation(new StackManipulation.Compound(read, wantedOf));
  }

  /** The class and the method in which a value is read. */
  private record Place(
      TypeDescription type, MethodDescription method, Advice.ArgumentHandler arguments) {}

  /** Adds the instructions that read a path; returns the value's type, or null if it is absent. */
  private TypeDescription.@Nullable Generic read(
      Value.Path path, Place place, List<StackManipulation> code) {
    TypeDescription.Generic type = root(path, place.type, place.method, place.arguments, code);
    for (Value.Step step : path.steps()) {
      TypeDescription.Generic next = MemberRead.of(step, type.asErasure(), place.type, code);
      if (next == null) {
        requireOptional(path, step, type.asErasure());
        return null;
      }
      type = next;
    }
    return type;
  }

  /** Reads the object in which a number is unique; null if the number is unique everywhere. */
  private @Nullable StackManipulation owner(AdviceArguments.Key key, Place place) {
    if (!(key.of() instanceof Value.Path path)) {
      return null;
    }
    boolean inParameter = path.root() == Value.Root.PARAMETER || path.root() == Value.Root.RESULT;
    if (place.method.isStatic() && !inParameter) {
      throw new UnknownMember(
          path.position(),
          "'of: " + path + "' for a static method",
          "a parameter of " + place.method.toGenericString());
    }
    List<StackManipulation> code = new ArrayList<>();
    TypeDescription.Generic type = read(path, place, code);
    if (type == null) {
      return DefaultValue.REFERENCE;
    }
    if (type.isPrimitive()) {
      throw noObject(path, type);
    }
    return new StackManipulation.Compound(code);
  }

  private static UnknownMember noObject(Value.Path path, TypeDescription.Generic type) {
    return new UnknownMember(
        path.position(), "'" + path + "' of type " + type.getTypeName(), "an object");
  }

  private StackManipulation constant(@Nullable Object constant) {
    if (constant == null) {
      return DefaultValue.of(wanted);
    }
    if (wanted.represents(long.class)) {
      return LongConstant.forValue(((Number) constant).longValue());
    }
    if (wanted.represents(int.class)) {
      return IntegerConstant.forValue(((Number) constant).intValue());
    }
    if (wanted.represents(boolean.class)) {
      return IntegerConstant.forValue((Boolean) constant);
    }
    return constant instanceof String text ? new TextConstant(text) : DefaultValue.REFERENCE;
  }

  private TypeDescription.Generic root(
      Value.Path path,
      TypeDescription instrumentedType,
      MethodDescription method,
      Advice.ArgumentHandler arguments,
      List<StackManipulation> code) {
    switch (path.root()) {
      case PARAMETER -> {
        if (path.parameter() >= method.getParameters().size()) {
          throw new UnknownMember(
              path.position(),
              "'" + path + "'",
              "a parameter of " + method.toGenericString() + " ($0 is the first)");
        }
        TypeDescription.Generic type = method.getParameters().get(path.parameter()).getType();
        code.add(
            MethodVariableAccess.of(type)
                .loadFrom(
                    arguments.argument(method.getParameters().get(path.parameter()).getOffset())));
        return type;
      }
      case RESULT -> {
        return result(path, method, arguments, code);
      }
      default -> {
        if (method.isStatic()) {
          return result(path, method, arguments, code);
        }
        code.add(MethodVariableAccess.loadThis());
        return instrumentedType.asGenericType();
      }
    }
  }

  private static TypeDescription.Generic result(
      Value.Path path,
      MethodDescription method,
      Advice.ArgumentHandler arguments,
      List<StackManipulation> code) {
    if (method.getReturnType().represents(void.class)) {
      throw new UnknownMember(
          path.position(),
          "'" + path + "'",
          "a method that returns a value, not " + method.toGenericString());
    }
    code.add(MethodVariableAccess.of(method.getReturnType()).loadFrom(arguments.returned()));
    return method.getReturnType();
  }

  /** Throws unless the class may lack the member that a step reads. */
  private void requireOptional(Value.Path path, Value.Step step, TypeDescription in) {
    for (MethodPattern member : optional) {
      if (member.covers(step)) {
        return;
      }
    }
    throw new UnknownMember(
        path.position(),
        "'" + path + "'",
        (step.isMethod()
                ? "a no-argument method '" + step.name() + "()'"
                : "a field '" + step.name() + "'")
            + " of "
            + in.getName()
            + " that the woven class can access");
  }

  private StackManipulation convert(
      Value.Path path, TypeDescription.Generic type, Assigner assigner) {
    // Typed dynamically: a static method that returns nothing opens nothing, and whether an object
    // has the wanted type may be known only when it is read. If it has another type, only this
    // attribute is lost.
    boolean isSelf = !isObject && path.root() == Value.Root.THIS && path.steps().isEmpty();
    StackManipulation conversion =
        assigner.assign(
            type,
            wanted.asGenericType(),
            (isSelf && wanted.represents(Object.class)) || !type.isPrimitive()
                ? Assigner.Typing.DYNAMIC
                : Assigner.Typing.STATIC);
    if (!conversion.isValid() || !WantedType.mayBe(wanted, type.asErasure())) {
      throw UnknownMember.ofType(
          path.position(),
          "'" + path + "' for '" + name + "'",
          type.asErasure(),
          WantedType.inWords(wanted));
    }
    return conversion;
  }
}
