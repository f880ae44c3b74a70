package io.ttalloc.points;

import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.LocalVariablesSorter;

/**
 * Puts a point before every access to memory that threads may share: fields that are not final,
 * array elements, words of buffers, VarHandles, collections and atomics; and before every monitor.
 * Calls that wait for other threads (yield, park) are redirected to methods that let them run.
 *
 * <p>There are no points in static initializers, nor where a constructor initializes its own
 * object. {@link Accesses} determines at run time which accesses are really shared.
 */
final class SharedAccessWeaver extends LocalVariablesSorter {
  static final String POINTS = SharedPoints.class.getName().replace('.', '/');

  /** The class that waits for its own thread, which no execution controls, for a bounded time. */
  private static final String GROWTH = "io.ttalloc.ledger.mapped.Growth";

  private static final Set<String> READING_CALLS =
      Set.of("get", "size", "contains", "containsKey", "isEmpty", "iterator", "length");

  private final String className;
  private final String method;
  private int line;

  private SharedAccessWeaver(
      String className, int access, String method, String descriptor, MethodVisitor next) {
    super(Opcodes.ASM9, access, descriptor, next);
    this.className = className;
    this.method = method;
  }

  static ClassVisitor of(String name, ClassVisitor next) {
    return new ClassVisitor(Opcodes.ASM9, next) {
      @Override
      public MethodVisitor visitMethod(
          int access, String method, String descriptor, String signature, String[] exceptions) {
        int plainAccess = access;
        String plainName = method;
        if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
          plainName = method + SynchronizedMethod.SUFFIX;
          plainAccess = SynchronizedMethod.hidden(access);
          SynchronizedMethod.write(
              cv.visitMethod(
                  access & ~Opcodes.ACC_SYNCHRONIZED, method, descriptor, signature, exceptions),
              access,
              name,
              method,
              descriptor);
        }
        MethodVisitor plain =
            super.visitMethod(plainAccess, plainName, descriptor, signature, exceptions);
        return method.equals("<clinit>")
            ? plain
            : new SharedAccessWeaver(name, access, method, descriptor, plain);
      }
    };
  }

  @Override
  protected void updateNewLocals(Object[] newLocals) {
    // No new local variable is live across a jump.
    Arrays.fill(newLocals, Opcodes.TOP);
  }

  @Override
  public void visitLineNumber(int number, org.objectweb.asm.Label start) {
    line = number;
    super.visitLineNumber(number, start);
  }

  private int store(Type type) {
    int local = newLocal(type);
    mv.visitVarInsn(type.getOpcode(Opcodes.ISTORE), local);
    return local;
  }

  private void load(Type type, int local) {
    mv.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
  }

  /** Adds a point for an access whose object and location are on the stack. */
  private void access(boolean writes) {
    mv.visitLdcInsn(Sites.add(className, method, line, writes ? Sites.STORES : 0));
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, "access", "(Ljava/lang/Object;II)V", false);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    boolean ownConstructor = method.equals("<init>") && owner.equals(className.replace('.', '/'));
    if (FinalFields.isFinal(owner, name) || (ownConstructor && opcode == Opcodes.PUTFIELD)) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      return;
    }
    Type type = Type.getType(descriptor);
    int local = opcode == Opcodes.PUTFIELD ? store(type) : 0;
    if (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD) {
      mv.visitInsn(Opcodes.DUP);
    } else {
      mv.visitLdcInsn(owner + "." + name);
    }
    mv.visitInsn(Opcodes.ICONST_0);
    access(opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC);
    if (opcode == Opcodes.PUTFIELD) {
      load(type, local);
    }
    super.visitFieldInsn(opcode, owner, name, descriptor);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      mv.visitInsn(Opcodes.DUP2);
      access(false);
    } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      Type type = elementOf(opcode);
      int local = store(type);
      mv.visitInsn(Opcodes.DUP2);
      access(true);
      load(type, local);
    } else if (opcode == Opcodes.MONITORENTER) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitLdcInsn(Sites.add(className, method, line, Sites.STORES));
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, "lock", "(Ljava/lang/Object;I)V", false);
    } else if (opcode == Opcodes.MONITOREXIT) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, "unlock", "(Ljava/lang/Object;)V", false);
    }
    super.visitInsn(opcode);
  }

  private static Type elementOf(int store) {
    return switch (store) {
      case Opcodes.LASTORE -> Type.LONG_TYPE;
      case Opcodes.FASTORE -> Type.FLOAT_TYPE;
      case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
      case Opcodes.AASTORE -> Type.getType(Object.class);
      default -> Type.INT_TYPE;
    };
  }

  /**
   * The memory location that a call to the JDK accesses.
   *
   * @param argument the index of the argument that is accessed; -1 = the receiver
   * @param place the index of the argument that selects the element; -1 = the whole object
   * @param shift the number of bits by which the value of that argument is shifted to get the
   *     element
   */
  private record Accessed(int argument, int place, int shift, boolean writes) {}

  private static @Nullable Accessed accessedBy(
      int opcode, String owner, String name, Type[] arguments) {
    boolean reads = READING_CALLS.contains(name) || isGetter(name);
    if (opcode == Opcodes.INVOKESTATIC || name.equals("<init>")) {
      return null;
    } else if (owner.equals("java/lang/invoke/VarHandle") && arguments.length > 0) {
      boolean buffer = arguments[0].getInternalName().endsWith("ByteBuffer");
      boolean array = arguments[0].getSort() == Type.ARRAY;
      return new Accessed(0, buffer || array ? 1 : -1, buffer ? 3 : 0, !reads);
    } else if (owner.equals("jdk/internal/misc/Unsafe")) {
      boolean ofObject = arguments.length > 1 && arguments[0].equals(Type.getType(Object.class));
      return ofObject ? new Accessed(0, -1, 0, !reads) : null;
    } else if (owner.startsWith("java/nio/") && owner.endsWith("ByteBuffer")) {
      boolean absolute = arguments.length > 0 && arguments[0].equals(Type.INT_TYPE);
      return absolute ? new Accessed(-1, 0, 3, !reads) : null;
    } else if (owner.startsWith("java/util/concurrent/atomic/")) {
      return new Accessed(-1, owner.endsWith("Array") && arguments.length > 0 ? 0 : -1, 0, !reads);
    } else if (owner.startsWith("java/util/") || owner.equals("java/lang/ref/ReferenceQueue")) {
      return new Accessed(-1, -1, 0, !reads);
    }
    return null;
  }

  private static boolean isGetter(String name) {
    return name.startsWith("get") && !name.startsWith("getAnd");
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    if (waits(owner, name)) {
      if (!className.equals(GROWTH)) {
        mv.visitLdcInsn(Sites.add(className, method, line, 0));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, "waitsForAnother", "(I)V", false);
      }
      mv.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, name, descriptor, false);
      return;
    }
    Accessed accessed = accessedBy(opcode, owner, name, arguments);
    if (accessed != null) {
      int[] locals = new int[arguments.length];
      for (int i = arguments.length - 1; i >= 0; i--) {
        locals[i] = store(arguments[i]);
      }
      if (accessed.argument() < 0) {
        mv.visitInsn(Opcodes.DUP);
      } else {
        load(arguments[accessed.argument()], locals[accessed.argument()]);
      }
      if (accessed.place() < 0) {
        mv.visitInsn(Opcodes.ICONST_0);
      } else {
        load(arguments[accessed.place()], locals[accessed.place()]);
        mv.visitInsn(Opcodes.ICONST_0 + accessed.shift());
        mv.visitInsn(Opcodes.ISHR);
      }
      access(accessed.writes());
      for (int i = 0; i < arguments.length; i++) {
        load(arguments[i], locals[i]);
      }
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
  }

  private static boolean waits(String owner, String name) {
    return (owner.equals("java/lang/Thread")
            && (name.equals("yield") || name.equals("onSpinWait") || name.equals("sleep")))
        || (owner.equals("java/util/concurrent/locks/LockSupport")
            && name.startsWith("park")
            && !name.equals("parkUntil"));
  }
}
