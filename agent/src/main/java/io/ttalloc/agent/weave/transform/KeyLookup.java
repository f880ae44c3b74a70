package io.ttalloc.agent.weave.transform;

import io.ttalloc.agent.weave.check.UnknownMember;
import io.ttalloc.probe.Hooks;
import io.ttalloc.rules.AdviceArguments;
import io.ttalloc.rules.Value;
import java.lang.reflect.Method;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.assign.primitive.PrimitiveTypeAwareAssigner;
import net.bytebuddy.implementation.bytecode.assign.reference.ReferenceTypeAwareAssigner;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** The instructions that replace a number on the stack with the probe's object for that number. */
final class KeyLookup {
  private static final TypeDescription.Generic LONG =
      TypeDescription.ForLoadedType.of(long.class).asGenericType();
  private static final TypeDescription.Generic CHAR =
      TypeDescription.ForLoadedType.of(char.class).asGenericType();
  private static final Class<?>[] BOXED = {Long.class, Integer.class, Short.class, Byte.class};
  private static final Assigner WIDENING =
      new PrimitiveTypeAwareAssigner(ReferenceTypeAwareAssigner.INSTANCE);

  private KeyLookup() {}

  /**
   * Creates the instructions.
   *
   * @param path the path by which the number was read
   * @param type the type of the value on the stack
   * @param owner reads the object in which the number is unique; null if it is unique everywhere
   * @throws UnknownMember if the value is not an integer
   */
  static StackManipulation of(
      Value.Path path,
      TypeDescription.Generic type,
      @Nullable StackManipulation owner,
      AdviceArguments.Key key) {
    StackManipulation number = asLong(path, type);
    StackManipulation how =
        new StackManipulation.Compound(
            IntegerConstant.forValue(key.rule()), IntegerConstant.forValue(key.purpose()));
    return owner == null
        ? new StackManipulation.Compound(
            number, how, call(Hooks.class, "keyed", long.class, int.class, int.class))
        : new StackManipulation.Compound(
            number,
            owner,
            how,
            call(Hooks.class, "keyedOf", long.class, Object.class, int.class, int.class));
  }

  private static StackManipulation asLong(Value.Path path, TypeDescription.Generic type) {
    boolean whole =
        type.isPrimitive()
            && !type.represents(boolean.class)
            && !type.represents(float.class)
            && !type.represents(double.class)
            && !type.represents(void.class);
    StackManipulation toLong =
        whole ? WIDENING.assign(type, LONG, Assigner.Typing.STATIC) : unboxing(type.asErasure());
    if (toLong == null) {
      throw new UnknownMember(
          path.position(),
          "'" + path + "' of type " + type.getTypeName(),
          "an integer (long, int, short, byte, char, or a wrapper class such as Long)");
    }
    return toLong;
  }

  /**
   * Returns the instructions that convert an object to a long; null if the type does not represent
   * an integer.
   */
  private static @Nullable StackManipulation unboxing(TypeDescription type) {
    for (Class<?> boxed : BOXED) {
      if (type.represents(boxed)) {
        return call(boxed, "longValue");
      }
    }
    return type.represents(Character.class)
        ? new StackManipulation.Compound(
            call(Character.class, "charValue"), WIDENING.assign(CHAR, LONG, Assigner.Typing.STATIC))
        : null;
  }

  private static StackManipulation call(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getMethod(name, parameters);
      return MethodInvocation.invoke(new MethodDescription.ForLoadedMethod(method));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
