package io.ttalloc.agent.weave.check;

import io.ttalloc.agent.weave.match.SuperTypes;
import io.ttalloc.rules.MethodPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/** Finds the methods that a class inherits, by reading class files. No class is loaded. */
final class Inheritance {
  private final @Nullable ClassLoader loader;
  private final ClassReader heir;
  private final ClassMembers members;

  Inheritance(@Nullable ClassLoader loader, ClassReader heir, ClassMembers members) {
    this.loader = loader;
    this.heir = heir;
    this.members = members;
  }

  /**
   * A method that an ancestor declares.
   *
   * @param hindrance why no bridge to the method can be added to the inheriting class; null if one
   *     can
   */
  record Inherited(
      ClassReader ancestor, ClassMembers.Method method, @Nullable String hindrance, Bridge bridge) {

    /** The class or interface that declares the method. */
    String writer() {
      return ancestor.getClassName().replace('/', '.');
    }

    private Inherited hindered(String why) {
      return new Inherited(ancestor, method, why, bridge);
    }
  }

  /**
   * The inherited methods that match a pattern and are not overridden, as the JVM resolves them: a
   * method of a class takes precedence over methods of interfaces. Includes abstract methods; empty
   * if the class inherits no such method.
   */
  List<Inherited> of(MethodPattern pattern) {
    List<Inherited> ofClasses = new ArrayList<>(1);
    List<Inherited> ofInterfaces = new ArrayList<>(1);
    for (String ancestor : SuperTypes.of(loader, heir)) {
      ClassReader reader = SuperTypes.read(loader, ancestor);
      if (reader == null) {
        continue;
      }
      boolean isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
      for (ClassMembers.Method method : ClassMembers.of(reader).matching(pattern)) {
        if (!isInherited(method) || members.has(method)) {
          continue;
        }
        if (isInterface) {
          ofInterfaces.add(inherited(reader, method));
        } else if (!has(ofClasses, method)) {
          // Superclasses come nearest first, and the nearest one wins.
          ofClasses.add(inherited(reader, method));
        }
      }
    }
    List<Inherited> found = new ArrayList<>(ofClasses);
    List<Inherited> mostSpecific = withoutOverridden(ofInterfaces);
    for (Inherited one : mostSpecific) {
      if (!has(ofClasses, one.method())) {
        // If several interfaces declare the method, this code does not determine which of them the
        // JVM would choose.
        boolean alone = count(mostSpecific, one.method()) == 1;
        found.add(alone ? one : one.hindered("several interfaces declare it"));
      }
    }
    return found;
  }

  /**
   * Returns the given methods except those that are overridden in another of the interfaces, for
   * example in an interface that extends AutoCloseable.
   */
  private List<Inherited> withoutOverridden(List<Inherited> ofInterfaces) {
    List<Inherited> left = new ArrayList<>(ofInterfaces.size());
    for (Inherited one : ofInterfaces) {
      boolean overridden = false;
      for (Inherited other : ofInterfaces) {
        overridden |=
            other.method().isSameAs(one.method())
                && extend(other.ancestor(), one.ancestor().getClassName());
      }
      if (!overridden) {
        left.add(one);
      }
    }
    return left;
  }

  private boolean extend(ClassReader type, String ancestor) {
    return SuperTypes.of(loader, type).contains(ancestor);
  }

  private static boolean isInherited(ClassMembers.Method method) {
    return (method.access() & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0;
  }

  private static boolean has(List<Inherited> found, ClassMembers.Method method) {
    return count(found, method) > 0;
  }

  private static int count(List<Inherited> found, ClassMembers.Method method) {
    int count = 0;
    for (Inherited other : found) {
      count += other.method().isSameAs(method) ? 1 : 0;
    }
    return count;
  }

  private Inherited inherited(ClassReader ancestor, ClassMembers.Method method) {
    boolean ofInterface = (ancestor.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    String via = ofInterface ? directInterface(ancestor.getClassName()) : null;
    boolean viaInterface = via != null;
    String target = via == null ? heir.getSuperName() : via;
    return new Inherited(
        ancestor, method, hindrance(method), new Bridge(method, target, viaInterface, ancestor));
  }

  /**
   * The interface that the class itself declares and that is or extends the given interface; null
   * if there is none. A super call is possible only to a method of a declared interface.
   */
  private @Nullable String directInterface(String inherited) {
    for (String direct : heir.getInterfaces()) {
      ClassReader reader = direct.equals(inherited) ? null : SuperTypes.read(loader, direct);
      if (direct.equals(inherited) || (reader != null && extend(reader, inherited))) {
        return direct;
      }
    }
    return null;
  }

  private @Nullable String hindrance(ClassMembers.Method method) {
    if ((method.access() & Opcodes.ACC_FINAL) != 0) {
      return "it is final there";
    }
    boolean widelyVisible = (method.access() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
    if (!widelyVisible) {
      return "it is neither public nor protected there";
    }
    if (!method.hasCode()) {
      return "it is abstract there";
    }
    if (!members.hasSerialVersion() && isSerializable()) {
      return "adding a method to "
          + heir.getClassName().replace('/', '.')
          + " would change that class's serialVersionUID";
    }
    return null;
  }

  private boolean isSerializable() {
    Set<String> ancestors = SuperTypes.of(loader, heir);
    return ancestors.contains("java/io/Serializable");
  }
}
