package io.ttalloc.boot.build;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;
import org.objectweb.asm.commons.Method;
import org.objectweb.asm.tree.ClassNode;

/**
 * Links at build time what the JVM would otherwise link at first use: lambdas and method references
 * become classes, and {@code equals}, {@code hashCode} and {@code toString} of records get code. At
 * run time, linking each of these takes 0.1 to 15 ms in a process that has just started, and the
 * agent would link more than a hundred of them in a process that may end after a tenth of a second.
 *
 * <p>A class created for a lambda is in the nest of the class that contains the lambda, so it can
 * call private methods. If a lambda captures no values, only one instance is created, as in the
 * JVM.
 */
final class StaticLinker {
  /** The first class file version with nests; class files of libraries may be older. */
  private static final int NESTS_SINCE = Opcodes.V11;

  private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
  private static final String RECORDS = "java/lang/runtime/ObjectMethods";
  private static final String OBJECTS = "java/util/Objects";
  private static final String INSTANCE = "INSTANCE";
  private static final String MAKE = "make";
  private static final int ACCESS =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  /** The primitive types, by the internal names of their wrappers. */
  private static final Map<String, Type> PRIMITIVES =
      Map.of(
          "java/lang/Boolean", Type.BOOLEAN_TYPE,
          "java/lang/Character", Type.CHAR_TYPE,
          "java/lang/Byte", Type.BYTE_TYPE,
          "java/lang/Short", Type.SHORT_TYPE,
          "java/lang/Integer", Type.INT_TYPE,
          "java/lang/Long", Type.LONG_TYPE,
          "java/lang/Float", Type.FLOAT_TYPE,
          "java/lang/Double", Type.DOUBLE_TYPE);

  /** Class files by internal name. */
  private final Map<String, byte[]> classes;

  private final Map<String, byte[]> made = new LinkedHashMap<>();

  /** The classes created for lambdas, by their nest host. */
  private final Map<String, Set<String>> nestMembers = new HashMap<>();

  private StaticLinker(Map<String, byte[]> classes) {
    this.classes = classes;
  }

  /**
   * Links classes. Returns them in the same order, without anything that is linked at run time,
   * followed by the created classes.
   *
   * @param classes class files, by internal name; must include nest hosts
   */
  static Map<String, byte[]> link(Map<String, byte[]> classes) {
    return new StaticLinker(classes).linked();
  }

  private Map<String, byte[]> linked() {
    Map<String, byte[]> linked = new LinkedHashMap<>();
    classes.forEach((name, file) -> linked.put(name, rewritten(file)));
    nestMembers.forEach(
        (host, members) -> linked.compute(host, (name, file) -> withMembers(file, members)));
    linked.putAll(made);
    return linked;
  }

  private byte[] rewritten(byte[] file) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    Rewriting rewriting = new Rewriting(writer);
    reader.accept(rewriting, 0);
    return rewriting.linked == 0 ? file : writer.toByteArray();
  }

  private static byte[] withMembers(byte @Nullable [] file, Set<String> members) {
    ClassNode host = new ClassNode();
    new ClassReader(file).accept(host, 0);
    host.version = Math.max(host.version, NESTS_SINCE);
    members.forEach(host::visitNestMember);
    ClassWriter writer = new ClassWriter(0);
    host.accept(writer);
    return writer.toByteArray();
  }

  private final class Rewriting extends ClassVisitor {
    private String name = "";
    private String host = "";

    /** The name in the source; for a local class, without its number. */
    private String simpleName = "";

    private int version;

    /** The number of call sites linked so far. */
    private int linked;

    Rewriting(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        String superName,
        String[] interfaces) {
      this.version = Math.max(version, NESTS_SINCE);
      this.name = name;
      this.host = name;
      this.simpleName = name.substring(name.lastIndexOf('/') + 1);
      super.visit(this.version, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitInnerClass(
        String inner, @Nullable String outer, @Nullable String innerName, int access) {
      if (inner.equals(name) && innerName != null) {
        simpleName = innerName;
      }
      super.visitInnerClass(inner, outer, innerName, access);
    }

    @Override
    public void visitNestHost(String nestHost) {
      host = nestHost;
      super.visitNestHost(nestHost);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitInvokeDynamicInsn(
            String callee, String type, Handle bootstrap, Object... arguments) {
          if (isBy(bootstrap, LAMBDAS, "metafactory")) {
            linked++;
            super.visitMethodInsn(
                Opcodes.INVOKESTATIC, lambda(callee, type, arguments), MAKE, type, false);
          } else if (isBy(bootstrap, RECORDS, "bootstrap")) {
            linked++;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, name, "record$" + callee, type, false);
            addRecordMethod(callee, type, arguments);
          } else {
            super.visitInvokeDynamicInsn(callee, type, bootstrap, arguments);
          }
        }
      };
    }

    private boolean isBy(Handle bootstrap, String owner, String method) {
      return bootstrap.getOwner().equals(owner) && bootstrap.getName().equals(method);
    }

    private String lambda(String method, String type, Object[] arguments) {
      String made = name + "$$" + linked;
      Lambda lambda =
          new Lambda(
              made,
              method,
              Type.getMethodType(type),
              (Type) arguments[0],
              (Handle) arguments[1],
              (Type) arguments[2]);
      StaticLinker.this.made.put(made, lambda.file(version, host));
      nestMembers.computeIfAbsent(host, key -> new TreeSet<>()).add(made);
      return made;
    }

    private void addRecordMethod(String method, String type, Object[] arguments) {
      GeneratorAdapter code = generator(cv, ACCESS, "record$" + method, type);
      Type record = Type.getObjectType(name);
      if (method.equals("equals")) {
        addEquals(code, record, arguments);
      } else if (method.equals("hashCode")) {
        addHashCode(code, record, arguments);
      } else {
        addToString(code, record, arguments);
      }
      code.returnValue();
      code.endMethod();
    }

    /**
     * Adds {@code equals}: primitives are compared like their wrappers, other types by {@link
     * java.util.Objects}.
     */
    private void addEquals(GeneratorAdapter code, Type record, Object[] arguments) {
      Label differs = code.newLabel();
      code.loadArg(1);
      code.instanceOf(record);
      code.visitJumpInsn(Opcodes.IFEQ, differs);
      for (int i = 2; i < arguments.length; i++) {
        Handle field = (Handle) arguments[i];
        Type type = Type.getType(field.getDesc());
        code.loadArg(0);
        code.getField(record, field.getName(), type);
        code.loadArg(1);
        code.checkCast(record);
        code.getField(record, field.getName(), type);
        if (isPrimitive(type)) {
          compare(code, type);
          code.visitJumpInsn(Opcodes.IFNE, differs);
        } else {
          code.visitMethodInsn(
              Opcodes.INVOKESTATIC,
              OBJECTS,
              "equals",
              "(Ljava/lang/Object;Ljava/lang/Object;)Z",
              false);
          code.visitJumpInsn(Opcodes.IFEQ, differs);
        }
      }
      code.push(true);
      code.returnValue();
      code.mark(differs);
      code.visitFrame(Opcodes.F_NEW, 2, new Object[] {name, "java/lang/Object"}, 0, new Object[0]);
      code.push(false);
    }

    private void compare(GeneratorAdapter code, Type type) {
      String both = "(" + type.getDescriptor() + type.getDescriptor() + ")I";
      code.visitMethodInsn(Opcodes.INVOKESTATIC, wrapper(type), "compare", both, false);
    }

    private void addHashCode(GeneratorAdapter code, Type record, Object[] arguments) {
      code.push(0);
      for (int i = 2; i < arguments.length; i++) {
        Handle field = (Handle) arguments[i];
        Type type = Type.getType(field.getDesc());
        code.push(31);
        code.math(GeneratorAdapter.MUL, Type.INT_TYPE);
        code.loadArg(0);
        code.getField(record, field.getName(), type);
        code.visitMethodInsn(
            Opcodes.INVOKESTATIC,
            isPrimitive(type) ? wrapper(type) : OBJECTS,
            "hashCode",
            "(" + (isPrimitive(type) ? type.getDescriptor() : "Ljava/lang/Object;") + ")I",
            false);
        code.math(GeneratorAdapter.ADD, Type.INT_TYPE);
      }
    }

    private void addToString(GeneratorAdapter code, Type record, Object[] arguments) {
      Type builder = Type.getType(StringBuilder.class);
      code.newInstance(builder);
      code.dup();
      code.invokeConstructor(builder, new Method("<init>", "()V"));
      String between = simpleName + "[";
      for (int i = 2; i < arguments.length; i++) {
        Handle field = (Handle) arguments[i];
        Type type = Type.getType(field.getDesc());
        code.push(between + field.getName() + "=");
        append(code, "Ljava/lang/String;");
        code.loadArg(0);
        code.getField(record, field.getName(), type);
        append(code, shown(type));
        between = ", ";
      }
      code.push(arguments.length == 2 ? between + "]" : "]");
      append(code, "Ljava/lang/String;");
      code.invokeVirtual(builder, Method.getMethod("String toString()"));
    }

    private void append(GeneratorAdapter code, String type) {
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          "java/lang/StringBuilder",
          "append",
          "(" + type + ")Ljava/lang/StringBuilder;",
          false);
    }

    private String shown(Type type) {
      int sort = type.getSort();
      if (sort == Type.BYTE || sort == Type.SHORT) {
        return "I";
      }
      return isPrimitive(type) ? type.getDescriptor() : "Ljava/lang/Object;";
    }
  }

  /**
   * A lambda or a method reference.
   *
   * @param made the class to create
   * @param captured the types of the captured values, with the implemented interface as the return
   *     type
   * @param erased the signature of the method in the interface
   * @param exact the actual types with which the method is called
   */
  private record Lambda(
      String made, String method, Type captured, Type erased, Handle code, Type exact) {
    byte[] file(int version, String host) {
      Type[] values = captured.getArgumentTypes();
      String[] implemented = {captured.getReturnType().getInternalName()};
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
      writer.visit(version, access, made, null, "java/lang/Object", implemented);
      writer.visitNestHost(host);
      for (int i = 0; i < values.length; i++) {
        int field = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
        writer.visitField(field, "value" + i, values[i].getDescriptor(), null, null).visitEnd();
      }
      addConstructor(writer, values);
      addMake(writer, values);
      addMethod(writer, values);
      writer.visitEnd();
      return writer.toByteArray();
    }

    private Type type() {
      return Type.getObjectType(made);
    }

    private Method constructor(Type... values) {
      return new Method("<init>", Type.VOID_TYPE, values);
    }

    private void addConstructor(ClassVisitor to, Type... values) {
      GeneratorAdapter code =
          generator(to, Opcodes.ACC_PRIVATE, "<init>", constructor(values).getDescriptor());
      code.loadThis();
      code.invokeConstructor(Type.getType(Object.class), constructor());
      for (int i = 0; i < values.length; i++) {
        code.loadThis();
        code.loadArg(i);
        code.putField(type(), "value" + i, values[i]);
      }
      code.returnValue();
      code.endMethod();
    }

    private void addMake(ClassVisitor to, Type... values) {
      GeneratorAdapter code = generator(to, Opcodes.ACC_STATIC, MAKE, captured.getDescriptor());
      if (values.length == 0) {
        code.getStatic(type(), INSTANCE, type());
        addInstance(to);
      } else {
        code.newInstance(type());
        code.dup();
        code.loadArgs();
        code.invokeConstructor(type(), constructor(values));
      }
      code.returnValue();
      code.endMethod();
    }

    private void addInstance(ClassVisitor to) {
      int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      to.visitField(access, INSTANCE, type().getDescriptor(), null, null).visitEnd();
      GeneratorAdapter code = generator(to, Opcodes.ACC_STATIC, "<clinit>", "()V");
      code.newInstance(type());
      code.dup();
      code.invokeConstructor(type(), constructor());
      code.putStatic(type(), INSTANCE, type());
      code.returnValue();
      code.endMethod();
    }

    private void addMethod(ClassVisitor to, Type... values) {
      GeneratorAdapter call = generator(to, Opcodes.ACC_PUBLIC, method, erased.getDescriptor());
      Type owner = Type.getObjectType(code.getOwner());
      Type[] declared = Type.getArgumentTypes(code.getDesc());
      boolean makes = code.getTag() == Opcodes.H_NEWINVOKESPECIAL;
      boolean onObject = !makes && code.getTag() != Opcodes.H_INVOKESTATIC;
      if (makes) {
        call.newInstance(owner);
        call.dup();
      }
      int parameter = onObject ? -1 : 0;
      for (int i = 0; i < values.length; i++) {
        call.loadThis();
        call.getField(type(), "value" + i, values[i]);
        adapt(call, values[i], parameter < 0 ? owner : declared[parameter]);
        parameter++;
      }
      Type[] erasedTypes = erased.getArgumentTypes();
      Type[] exactTypes = exact.getArgumentTypes();
      for (int i = 0; i < erasedTypes.length; i++) {
        call.loadArg(i);
        adapt(call, erasedTypes[i], exactTypes[i]);
        adapt(call, exactTypes[i], parameter < 0 ? owner : declared[parameter]);
        parameter++;
      }
      call.visitMethodInsn(
          opcode(), code.getOwner(), code.getName(), code.getDesc(), code.isInterface());
      Type result = makes ? owner : Type.getReturnType(code.getDesc());
      adaptResult(call, result, erased.getReturnType());
      call.returnValue();
      call.endMethod();
    }

    private int opcode() {
      return switch (code.getTag()) {
        case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
        case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
        // These opcodes also call private methods, because the caller is a member of the same nest.
        default -> code.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
      };
    }

    private void adaptResult(GeneratorAdapter call, Type from, Type to) {
      if (to.equals(Type.VOID_TYPE)) {
        if (from.getSize() > 0) {
          call.visitInsn(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        }
      } else {
        adapt(call, from, to);
      }
    }

    /** Converts the value on top of the stack to another type by boxing, unboxing or casting it. */
    private static void adapt(GeneratorAdapter call, Type from, Type to) {
      if (from.equals(to)) {
        return;
      }
      if (isPrimitive(from) && isPrimitive(to)) {
        call.cast(from, to);
      } else if (isPrimitive(from)) {
        call.valueOf(from);
      } else if (isPrimitive(to)) {
        Type boxed = PRIMITIVES.get(from.getInternalName());
        call.unbox(boxed == null ? to : boxed);
        if (boxed != null && !boxed.equals(to)) {
          call.cast(boxed, to);
        }
      } else {
        call.checkCast(to);
      }
    }
  }

  private static GeneratorAdapter generator(
      ClassVisitor to, int access, String name, String descriptor) {
    MethodVisitor method = to.visitMethod(access, name, descriptor, null, null);
    return new GeneratorAdapter(method, access, name, descriptor);
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  private static String wrapper(Type primitive) {
    for (Map.Entry<String, Type> each : PRIMITIVES.entrySet()) {
      if (each.getValue().equals(primitive)) {
        return each.getKey();
      }
    }
    throw new IllegalArgumentException(primitive + ", expected a primitive type");
  }
}
