package io.ttalloc.it.loading;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Checks that no class in the agent's jar has an invokedynamic instruction. The first execution of
 * such an instruction loads and defines JDK classes. If this happens inside the transformer, one of
 * these classes could be the class that is being loaded. If it happens before the application runs,
 * it costs tens of milliseconds. The sources use lambdas and records; the build replaces their
 * invokedynamic instructions.
 */
class NothingLinkedIT {
  @Test
  void theJarOfTheAgentHasNothingToLink() throws Exception {
    Map<String, Set<String>> linking = new TreeMap<>();
    int classes = 0;
    try (JarFile jar = new JarFile(Repository.agentJar().toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().endsWith(".class")) {
          classes++;
          ClassReader reader = new ClassReader(jar.getInputStream(entry).readAllBytes());
          Set<String> methods = linkingMethods(reader);
          if (!methods.isEmpty()) {
            linking.put(entry.getName(), methods);
          }
        }
      }
    }
    assertThat(classes).isGreaterThan(500);
    assertThat(linking).isEmpty();
  }

  private static Set<String> linkingMethods(ClassReader reader) {
    Set<String> methods = new TreeSet<>();
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String method,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitInvokeDynamicInsn(
                  String name, String descriptor, Handle bootstrap, Object... arguments) {
                methods.add(method);
              }
            };
          }
        };
    reader.accept(visitor, ClassReader.SKIP_FRAMES);
    return methods;
  }
}
