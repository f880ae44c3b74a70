package io.ttalloc.it.weaving;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites the classes of the boot loader so that {@link Touched} records which of them are
 * entered. The agent's argument is a jar with that class.
 */
public final class TouchNotingAgent implements ClassFileTransformer {
  private static final String TOUCHED = "io/ttalloc/it/weaving/Touched";
  private static final List<String> NAMES = new ArrayList<>();

  private TouchNotingAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation given) throws Exception {
    try (JarFile jar = new JarFile(argument)) {
      given.appendToBootstrapClassLoaderSearch(jar);
    }
    Touched.watch(null);
    TouchNotingAgent agent = new TouchNotingAgent();
    byte[] ignored = agent.transform(null, "none", null, null, new byte[0]);
    given.addTransformer(agent, true);
    for (Class<?> loaded : given.getAllLoadedClasses()) {
      if (loaded.getClassLoader() == null && given.isModifiableClass(loaded)) {
        rewrite(loaded, given);
      }
    }
  }

  private static void rewrite(Class<?> loaded, Instrumentation instrumentation) {
    try {
      instrumentation.retransformClasses(loaded);
    } catch (UnmodifiableClassException | UnsupportedOperationException e) {
      throw new IllegalStateException(loaded.getName(), e);
    }
  }

  /** Binary names of the classes that were entered. */
  static List<String> entered() {
    List<String> entered = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      if (Touched.isNoted(i)) {
        entered.add(NAMES.get(i).replace('/', '.'));
      }
    }
    return entered;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (loader != null || name == null || classFile.length == 0 || name.equals(TOUCHED)) {
      return null;
    }
    int number;
    synchronized (NAMES) {
      number = NAMES.size();
      NAMES.add(name);
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Rewriting(writer, number), 0);
    return writer.toByteArray();
  }

  private static final class Rewriting extends ClassVisitor {
    private final int number;

    Rewriting(ClassWriter writer, int number) {
      super(Opcodes.ASM9, writer);
      this.number = number;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitLdcInsn(number);
          super.visitMethodInsn(Opcodes.INVOKESTATIC, TOUCHED, "note", "(I)V", false);
        }
      };
    }
  }
}
