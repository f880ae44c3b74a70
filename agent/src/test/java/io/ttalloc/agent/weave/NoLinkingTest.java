package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.rules.Rule;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The first run of an invokedynamic instruction loads and makes classes of the JDK. Inside the
 * transformer that could be the class that is being loaded, and before the application runs it
 * takes tens of milliseconds.
 */
class NoLinkingTest {
  private static final String ROOT = "io/ttalloc/";

  /** The packages of which something runs inside the transformer, with all below them. */
  private static final Map<String, Class<?>> PACKAGES =
      Map.of(
          "agent/loading", Weaving.class,
          "agent/log", Weaving.class,
          "agent/origin", Weaving.class,
          "agent/weave", Weaving.class,
          "rules", Rule.class);

  /** Runs in the build alone. */
  private static final String COMPILER = ROOT + "rules/packs/PackCompiler";

  private static final String OF_RECORDS = "java/lang/runtime/ObjectMethods";

  /** The methods with such instructions, by class; those of records apart. */
  private final Map<String, Set<String>> linking = new TreeMap<>();

  private final Map<String, Set<String>> ofRecords = new TreeMap<>();

  NoLinkingTest() throws Exception {
    for (Map.Entry<String, Class<?>> each : PACKAGES.entrySet()) {
      URL location = each.getValue().getProtectionDomain().getCodeSource().getLocation();
      try (Stream<Path> files = Files.walk(folder(location).resolve(ROOT + each.getKey()))) {
        for (Path file : files.filter(found -> found.toString().endsWith(".class")).toList()) {
          read(new ClassReader(Files.readAllBytes(file)));
        }
      }
    }
  }

  /** The classes of a module that was packaged already are in a jar. */
  private static Path folder(URL location) throws Exception {
    Path found = Path.of(location.toURI());
    return Files.isDirectory(found)
        ? found
        : FileSystems.newFileSystem(found, (ClassLoader) null).getPath("/");
  }

  private void read(ClassReader reader) {
    String className = reader.getClassName();
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
                  String name, String of, Handle bootstrap, Object... arguments) {
                boolean ofRecord = bootstrap.getOwner().equals(OF_RECORDS);
                (ofRecord ? ofRecords : linking)
                    .computeIfAbsent(className, any -> new TreeSet<>())
                    .add(method);
              }
            };
          }
        };
    reader.accept(visitor, ClassReader.SKIP_FRAMES);
  }

  @Test
  void nothingIsLinkedButWhatTheCompilerGeneratesForRecords() {
    linking.remove(COMPILER);
    assertThat(linking).isEmpty();
  }

  /** That the others are not compared is seen where nothing is loaded for it: LoadingOrderIT. */
  @Test
  void whatIsLookedUpIsComparedWithoutLinking() {
    assertThat(ofRecords).hasSizeGreaterThan(10);
    assertThat(ofRecords).doesNotContainKeys(ROOT + "rules/Rule", ROOT + "rules/ClassPattern");
  }
}
