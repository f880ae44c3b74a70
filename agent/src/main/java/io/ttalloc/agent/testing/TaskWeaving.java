package io.ttalloc.agent.testing;

import io.ttalloc.agent.log.AgentLog;
import io.ttalloc.agent.log.Console;
import io.ttalloc.agent.log.Reason;
import io.ttalloc.boot.BootClasses;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Weaves calls that report when tasks are created, begin and end into the JDK's executors and
 * threads, so that the scope in which the running task was submitted is known. Used only in
 * processes whose test framework asks for scopes. A method that throws an exception skips the call
 * at its end; the end of the enclosing task compensates for that. Thread-safe.
 */
final class TaskWeaving implements ClassFileTransformer {
  private static final int ASM = Opcodes.ASM9;

  /** Where a call is inserted, and whether it reports a new task or a running one. */
  private enum Insertion {
    MADE_AT_ENTRY,
    MADE_AT_EXIT,
    RUNS
  }

  /**
   * A call to insert; {@code local} is the local variable to pass as its argument, or -1 to pass
   * null.
   */
  private record Call(Insertion insertion, int local) {}

  private static final Map<String, Map<String, Call>> CALLS =
      Map.of(
          "java/util/concurrent/FutureTask",
          Map.of(
              "<init>", new Call(Insertion.MADE_AT_EXIT, 0),
              "run", new Call(Insertion.RUNS, 0),
              "runAndReset", new Call(Insertion.RUNS, 0)),
          "java/util/concurrent/ForkJoinTask",
          Map.of(
              "<init>", new Call(Insertion.MADE_AT_EXIT, 0),
              "doExec", new Call(Insertion.RUNS, 0)),
          "java/util/concurrent/ThreadPoolExecutor",
          Map.of(
              "execute", new Call(Insertion.MADE_AT_ENTRY, 1),
              "runWorker", new Call(Insertion.RUNS, -1)),
          "java/lang/Thread",
          Map.of("start", new Call(Insertion.MADE_AT_ENTRY, 0)),
          "java/lang/VirtualThread",
          Map.of("start", new Call(Insertion.MADE_AT_ENTRY, 0)));

  private TaskWeaving() {}

  /**
   * Weaves the classes, which may already be loaded. A class that cannot be woven stays unchanged.
   */
  static void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(new TaskWeaving(), true);
    for (String name : CALLS.keySet()) {
      try {
        instrumentation.retransformClasses(Class.forName(name.replace('/', '.'), false, null));
      } catch (ClassNotFoundException e) {
        // Virtual threads exist only from JDK 21 on.
      } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
        Console.line(
            "cannot determine which test submits a task, since "
                + name.replace('/', '.')
                + " could not be woven: "
                + Reason.of(e));
      }
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    Map<String, Call> calls = loader == null && className != null ? CALLS.get(className) : null;
    if (calls == null) {
      return null;
    }
    try {
      ClassReader reader = new ClassReader(classFile);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new Methods(writer, calls), 0);
      return writer.toByteArray();
    } catch (RuntimeException e) {
      AgentLog.of("testing").info("cannot determine which test submits a task", e);
      return null;
    }
  }

  private static final class Methods extends ClassVisitor {
    private final Map<String, Call> calls;

    Methods(ClassVisitor next, Map<String, Call> calls) {
      super(ASM, next);
      this.calls = calls;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      Call call = calls.get(name);
      boolean hasCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
      return call == null || !hasCode || (access & Opcodes.ACC_STATIC) != 0
          ? next
          : new Insertions(next, call);
    }
  }

  /** Inserts code without branches, so the stack map frames of the method stay valid. */
  private static final class Insertions extends MethodVisitor {
    private final Call call;

    Insertions(MethodVisitor next, Call call) {
      super(ASM, next);
      this.call = call;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      switch (call.insertion()) {
        case MADE_AT_ENTRY -> insert("taskMade");
        case RUNS -> insert("taskBegins");
        case MADE_AT_EXIT -> {}
      }
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
        switch (call.insertion()) {
          case MADE_AT_EXIT -> insert("taskMade");
          case RUNS -> insert("taskEnds");
          case MADE_AT_ENTRY -> {}
        }
      }
      super.visitInsn(opcode);
    }

    /**
     * Also inserts a call before each call of {@code beforeExecute} and {@code afterExecute}. A
     * worker calls these around each task, and subclasses of the pool may override them.
     */
    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (call.local() < 0 && name.equals("beforeExecute")) {
        super.visitInsn(Opcodes.DUP); // ..., thread, task
        call("taskBegins");
      } else if (call.local() < 0 && name.equals("afterExecute")) {
        super.visitInsn(Opcodes.DUP2); // ..., task, thrown
        super.visitInsn(Opcodes.POP);
        call("taskEnds");
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    private void insert(String hook) {
      if (call.local() < 0) {
        super.visitInsn(Opcodes.ACONST_NULL);
      } else {
        super.visitVarInsn(Opcodes.ALOAD, call.local());
      }
      call(hook);
    }

    private void call(String hook) {
      super.visitMethodInsn(
          Opcodes.INVOKESTATIC, BootClasses.HOOKS, hook, "(Ljava/lang/Object;)V", false);
    }
  }
}
