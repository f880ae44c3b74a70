package io.ttalloc.agent.weave.check;

import io.ttalloc.rules.MethodPattern;
import io.ttalloc.text.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The methods that a class file declares. Immutable. */
public final class ClassMembers {
  /** A method as the class file declares it. */
  public record Method(int access, String name, String descriptor, List<String> exceptions) {
    public boolean isSameAs(Method other) {
      return name.equals(other.name) && descriptor.equals(other.descriptor);
    }

    public boolean isBridge() {
      return (access & Opcodes.ACC_BRIDGE) != 0;
    }

    boolean isPublicNative() {
      int both = Opcodes.ACC_PUBLIC | Opcodes.ACC_NATIVE;
      return (access & both) == both && (access & Opcodes.ACC_STATIC) == 0;
    }

    /**
     * The reason why the method is not woven as a close of its object; null if it is.
     *
     * @param subtypes whether the rule includes subtypes, so that implementations of the method may
     *     be woven instead
     */
    @Nullable String whyNotWovenAsClose(boolean subtypes) {
      if ((access & Opcodes.ACC_STATIC) != 0) {
        return "it is static";
      }
      if ((access & Opcodes.ACC_NATIVE) != 0) {
        return "it is native";
      }
      return (access & Opcodes.ACC_ABSTRACT) != 0 ? whyAbstract(subtypes) : null;
    }

    static String whyAbstract(boolean subtypes) {
      return subtypes
          ? "it is abstract, and its implementation is not woven"
          : "it is abstract: add 'subtypes: true' to its rule to track its implementations";
    }

    /** The simple names of the method's parameter types, in parentheses. */
    public String parameters(String separator) {
      List<String> simple = new ArrayList<>();
      for (Type type : Type.getArgumentTypes(descriptor)) {
        simple.add(ofSimple(type));
      }
      return "(" + String.join(separator, simple) + ")";
    }

    /** The name of a type without its package. */
    public static String ofSimple(Type type) {
      String name = type.getClassName();
      return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Whether the method has code, so that it can be woven. */
    public boolean hasCode() {
      return (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
    }
  }

  private final List<Method> methods = new ArrayList<>();
  private boolean serialVersion;
  private boolean resourceField;
  private @Nullable String whyNotWoven;

  private ClassMembers() {}

  /**
   * The members of a class that may be woven.
   *
   * @throws IllegalStateException if the class must not be woven
   */
  public static ClassMembers of(ClassReader reader) {
    ClassMembers members = ofAny(reader);
    if (members.whyNotWoven != null) {
      throw new IllegalStateException(members.whyNotWoven);
    }
    return members;
  }

  /** The members of any class, whether or not it may be woven. */
  public static ClassMembers ofAny(ClassReader reader) {
    ClassMembers members = new ClassMembers();
    reader.accept(
        members.new Visitor(),
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return members;
  }

  /** The reason why the class must not be woven; null if it may be woven. */
  public @Nullable String whyNotWoven() {
    return whyNotWoven;
  }

  /**
   * Whether the field for a resource may be added to a class. It is not added to interfaces, which
   * have no objects of their own, or to records, whose instance fields are exactly their
   * components. A class that already has the field must not get it again: an earlier agent may have
   * copied the field from the loaded class, as Byte Buddy does when it redefines a class.
   *
   * @throws IllegalStateException if the class has a different field with the same name
   */
  public static boolean mayGetField(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    return (reader.getAccess() & Opcodes.ACC_INTERFACE) == 0
        && !"java/lang/Record".equals(reader.getSuperName())
        && !of(reader).resourceField;
  }

  /** All methods, in the order of the class file. */
  public List<Method> methods() {
    return methods;
  }

  /** The methods that a pattern matches. */
  public List<Method> matching(MethodPattern pattern) {
    List<Method> found = new ArrayList<>(1);
    for (Method method : methods) {
      if (pattern.matches(method.name(), method.descriptor())) {
        found.add(method);
      }
    }
    return found;
  }

  /**
   * The compiler's bridge methods that match a pattern and call an inherited method. A compiler
   * generates these for methods inherited from a class that is not public. Excludes bridge methods
   * that call another method of the same class.
   */
  List<Method> passedOn(MethodPattern pattern) {
    List<Method> found = new ArrayList<>(0);
    for (Method method : matching(pattern)) {
      if (method.isBridge() && !callsWithin(method)) {
        found.add(method);
      }
    }
    return found;
  }

  private boolean callsWithin(Method bridge) {
    int arguments = Type.getArgumentTypes(bridge.descriptor()).length;
    for (Method method : methods) {
      if (!method.isBridge()
          && method.name().equals(bridge.name())
          && Type.getArgumentTypes(method.descriptor()).length == arguments) {
        return true;
      }
    }
    return false;
  }

  /** Whether the class declares a method of the same name and descriptor. */
  boolean has(Method other) {
    for (Method method : methods) {
      if (method.isSameAs(other)) {
        return true;
      }
    }
    return false;
  }

  boolean has(MethodPattern pattern) {
    return !matching(pattern).isEmpty();
  }

  /** Whether a method that matches the pattern can be woven. */
  boolean hasCode(MethodPattern pattern) {
    for (Method method : matching(pattern)) {
      if (method.hasCode()) {
        return true;
      }
    }
    return false;
  }

  /** Whether a method that matches the pattern is woven as one that closes its object. */
  boolean hasClose(MethodPattern pattern) {
    for (Method method : matching(pattern)) {
      if (method.whyNotWovenAsClose(true) == null) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the patterns matches a native method. */
  boolean hasNative(List<MethodPattern> patterns) {
    for (MethodPattern pattern : patterns) {
      for (Method method : matching(pattern)) {
        if ((method.access() & Opcodes.ACC_NATIVE) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the class declares a serialVersionUID. */
  public boolean hasSerialVersion() {
    return serialVersion;
  }

  /**
   * Lists, in the form {@code one of ...}, the methods that a user may have meant by a pattern that
   * matches none. The methods with the same name come first, with their parameters; methods
   * generated by a compiler are omitted.
   */
  public String others(MethodPattern pattern) {
    Set<String> named = new TreeSet<>();
    Set<String> rest = new TreeSet<>();
    for (Method method : methods) {
      if (method.name().equals(pattern.name()) && !method.isBridge()) {
        named.add(method.name() + method.parameters(","));
      } else if (method.name().indexOf('$') < 0 && !method.name().equals("<clinit>")) {
        rest.add(method.name());
      }
    }
    List<String> all = new ArrayList<>(named);
    all.addAll(rest);
    String hint = named.isEmpty() ? Wording.didYouMean(rest, pattern.name()) : "";
    return "one of " + String.join(", ", all) + hint;
  }

  private final class Visitor extends ClassVisitor {
    private Visitor() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      methods.add(
          new Method(
              access, name, descriptor, exceptions == null ? List.of() : List.of(exceptions)));
      return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      serialVersion |= name.equals("serialVersionUID");
      if (name.equals(ResourceField.NAME)) {
        boolean same = descriptor.equals("Ljava/lang/Object;");
        if (!same || (access & Opcodes.ACC_STATIC) != 0) {
          // The probe would take it for the field that the agent adds.
          whyNotWoven = "it has a field " + name + " of its own";
        }
        resourceField = true;
      }
      return null;
    }
  }
}
