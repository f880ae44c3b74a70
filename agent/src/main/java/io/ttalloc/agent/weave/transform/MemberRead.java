package io.ttalloc.agent.weave.transform;

import io.ttalloc.rules.Value;
import java.util.List;
import net.bytebuddy.description.ByteCodeElement;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.Removal;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.FieldAccess;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Reads a field, or calls a method without arguments, of the object on the stack. The member may be
 * inherited, or a static one of the object's class. Members are looked up in class files; no class
 * is loaded.
 */
final class MemberRead {
  private MemberRead() {}

  /**
   * Adds the instructions that read what a step of a path names.
   *
   * @param in the type of the object on the stack
   * @param from the class whose code reads the member
   * @return the type of the value; null if there is no such member that is visible to that class
   */
  static TypeDescription.@Nullable Generic of(
      Value.Step step, TypeDescription in, TypeDescription from, List<StackManipulation> code) {
    for (TypeDefinition type = in; type != null; type = type.getSuperClass()) {
      TypeDescription.Generic found =
          step.isMethod()
              ? invoke(step.name(), type.asErasure(), in, from, code)
              : read(step.name(), type.asErasure(), in, from, code);
      if (found != null) {
        return found;
      }
    }
    return step.isMethod() ? invokeInherited(step.name(), in, in, from, code) : null;
  }

  private static TypeDescription.@Nullable Generic invoke(
      String name,
      TypeDescription declaring,
      TypeDescription receiver,
      TypeDescription from,
      List<StackManipulation> code) {
    MethodList<?> found =
        declaring
            .getDeclaredMethods()
            .filter(ElementMatchers.named(name).and(ElementMatchers.takesNoArguments()));
    for (MethodDescription method : found) {
      if (isVisible(method, receiver, from) && !method.isBridge()) {
        dropIfStatic(method, code);
        MethodInvocation.WithImplicitInvocationTargetType call =
            MethodInvocation.invoke(method.asDefined());
        code.add(
            method.isStatic() || method.isPrivate() || declaring.equals(receiver)
                ? call
                : call.virtual(receiver));
        return method.getReturnType();
      }
    }
    return null;
  }

  private static TypeDescription.@Nullable Generic invokeInherited(
      String name,
      TypeDescription type,
      TypeDescription receiver,
      TypeDescription from,
      List<StackManipulation> code) {
    for (TypeDefinition c = type; c != null; c = c.getSuperClass()) {
      for (TypeDescription.Generic superInterface : c.getInterfaces()) {
        TypeDescription erasure = superInterface.asErasure();
        TypeDescription.Generic found = invoke(name, erasure, erasure, from, code);
        if (found == null) {
          found = invokeInherited(name, erasure, receiver, from, code);
        }
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static TypeDescription.@Nullable Generic read(
      String name,
      TypeDescription declaring,
      TypeDescription receiver,
      TypeDescription from,
      List<StackManipulation> code) {
    FieldList<?> found = declaring.getDeclaredFields().filter(ElementMatchers.named(name));
    for (FieldDescription field : found) {
      if (isVisible(field, receiver, from)) {
        dropIfStatic(field, code);
        code.add(FieldAccess.forField(field.asDefined()).read());
        return field.getType();
      }
    }
    return null;
  }

  /**
   * Whether the JVM allows code of one class to access a member of an object. A protected member of
   * a class in another package can be accessed only through objects of the accessing class itself,
   * including its subclasses.
   */
  private static boolean isVisible(
      ByteCodeElement.Member member, TypeDescription receiver, TypeDescription from) {
    return member.isVisibleTo(from)
        && (!member.isProtected()
            || member.isStatic()
            || member.getDeclaringType().asErasure().isSamePackage(from)
            || receiver.isAssignableTo(from));
  }

  /**
   * Removes the object from the stack if the member is static, since a static member is accessed
   * through its class.
   */
  private static void dropIfStatic(ByteCodeElement.Member member, List<StackManipulation> code) {
    if (member.isStatic()) {
      code.add(Removal.SINGLE);
    }
  }
}
