package io.ttalloc.it.otheragents;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Another agent, which behaves like OpenTelemetry's. It appends the jar named by its argument to
 * the boot class path, and makes classes of {@link BootJarIT} implement interfaces there: one
 * interface from the jar, and one that this agent generates and that has no class file.
 */
public final class BootJarAgent implements ClassFileTransformer {
  private BootJarAgent() {}

  /** Called by the JVM. */
  public static void premain(String argument, Instrumentation instrumentation) throws Exception {
    try (JarFile jar = new JarFile(argument)) {
      instrumentation.appendToBootstrapClassLoaderSearch(jar);
    }
    Class<?> neighbour = Class.forName(BootJarIT.NEIGHBOUR.replace('/', '.'), true, null);
    Class<?> unused =
        MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
            .defineClass(BootJarIT.anInterface(BootJarIT.GENERATED));
    instrumentation.addTransformer(new BootJarAgent(), true);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    String marker =
        "io/ttalloc/it/otheragents/BootJarIT$Marked".equals(name)
            ? BootJarIT.MARKER
            : "io/ttalloc/it/otheragents/BootJarIT$Missing".equals(name)
                ? BootJarIT.GENERATED
                : null;
    if (marker == null) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String thisName,
              @Nullable String signature,
              @Nullable String superName,
              String @Nullable [] interfaces) {
            List<String> all = new ArrayList<>(List.of(marker));
            all.addAll(List.of(interfaces == null ? new String[0] : interfaces));
            super.visit(
                version, access, thisName, signature, superName, all.toArray(new String[0]));
          }
        },
        0);
    return writer.toByteArray();
  }
}
