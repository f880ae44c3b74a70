package io.ttalloc.it.weaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tests classes that the JVM accepts as they are, but would reject with the code that weaving adds.
 */
@Variant
class UnweavableIT {
  /** A method may have at most 65,535 bytes; this size leaves no room for a hook. */
  private static final int NEARLY_FULL = 65_500;

  /** A distance beyond the reach of a jump with a two-byte offset. */
  private static final int FAR = 40_000;

  /** The size of the other code in the method, in bytes. */
  private static final int OTHER_BYTES = 34;

  private static final String FIELD = "$ttAllocResource";

  private static final List<String> NAMES = List.of("Large", "Wide", "Typed", "Shared", "Plain");

  @TempDir private Path folder;

  @OneJdk
  void suchAClassRunsUnchangedAndIsTheOnlyOneThatIsMissed(Jdk jdk) throws Exception {
    write("Large", NEARLY_FULL, "", 0);
    write("Wide", FAR, "", 0);
    write("Typed", 0, "Ljava/lang/String;", Opcodes.ACC_PUBLIC);
    write("Shared", 0, "Ljava/lang/Object;", Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC);
    write("Plain", 0, "", 0);
    StringBuilder rules = new StringBuilder();
    for (String name : NAMES) {
      rules.append(
          "  - {class: com.acme.%1$s, type: %1$s, open: [<init>], close: [close]}%n"
              .formatted(name));
    }
    TrackedRun tracked = TrackedRun.in(folder).rules(rules.toString());

    JvmResult result =
        tracked
            .on(jdk)
            .main(Closes.class, NAMES.toArray(String[]::new))
            .classPath(folder)
            .run()
            .expectSuccess();

    assertThat(result.out())
        .isEqualTo(
            "Large closed 4\nWide closed 4\nTyped closed 4\nShared closed 4\nPlain closed 4\n");
    assertThat(result.err().lines().filter(line -> line.contains("could not be woven (")).toList())
        .satisfiesExactly(
            line -> assertThat(line).contains("com.acme.Large", "Method too large"),
            line -> assertThat(line).contains("com.acme.Typed", "a field " + FIELD + " of its own"),
            line ->
                assertThat(line).contains("com.acme.Shared", "a field " + FIELD + " of its own"));
    assertThat(result.err()).doesNotContain("VerifyError");
    assertOnlyOthersAreCounted(tracked.json());
  }

  private static void assertOnlyOthersAreCounted(JsonReport json) {
    assertThat(json.confidenceReasons())
        .containsExactly(
            "3 classes named by rules could not be woven: com.acme.Large, com.acme.Shared,"
                + " com.acme.Typed");
    assertThat(JsonReport.texts(json.root().getAsJsonObject("process"), "notWoven"))
        .containsExactly("com.acme.Large", "com.acme.Shared", "com.acme.Typed");
    assertThat(json.total("opened")).isEqualTo(6);
    assertThat(json.total("closed")).isEqualTo(4);
    for (String exact : List.of("Wide", "Plain")) {
      assertThat(json.findings(exact))
          .singleElement()
          .satisfies(finding -> assertThat(finding.get("count").getAsInt()).isEqualTo(1));
    }
  }

  /**
   * Writes a class file.
   *
   * @param closeBytes the minimum size of the code of its close method, in bytes
   * @param field the descriptor of its field; empty for none
   */
  private void write(String name, int closeBytes, String field, int fieldAccess)
      throws IOException {
    String internal = "com/acme/" + name;
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        internal,
        null,
        "java/lang/Object",
        new String[] {"java/lang/AutoCloseable"});
    if (!field.isEmpty()) {
      writer.visitField(fieldAccess, FIELD, field, null, null).visitEnd();
    }
    writer
        .visitField(Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC, "closed", "I", null, null)
        .visitEnd();
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    init.visitCode();
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(0, 0);
    init.visitEnd();
    writeClose(writer, internal, closeBytes);
    writer.visitEnd();
    Path file = folder.resolve(internal + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, writer.toByteArray());
  }

  /**
   * Writes a close method that adds one to {@code closed}. If the result is odd, the close method
   * also adds two, at the far end of its code.
   */
  private static void writeClose(ClassWriter writer, String internal, int bytes) {
    MethodVisitor close = writer.visitMethod(Opcodes.ACC_PUBLIC, "close", "()V", null, null);
    close.visitCode();
    add(close, internal);
    Label odd = new Label();
    close.visitFieldInsn(Opcodes.GETSTATIC, internal, "closed", "I");
    close.visitInsn(Opcodes.ICONST_1);
    close.visitInsn(Opcodes.IAND);
    close.visitJumpInsn(Opcodes.IFNE, odd);
    close.visitInsn(Opcodes.RETURN);
    close.visitLabel(odd);
    for (int i = OTHER_BYTES; i < bytes; i++) {
      close.visitInsn(Opcodes.NOP);
    }
    add(close, internal);
    add(close, internal);
    close.visitInsn(Opcodes.RETURN);
    close.visitMaxs(0, 0);
    close.visitEnd();
  }

  private static void add(MethodVisitor close, String internal) {
    close.visitFieldInsn(Opcodes.GETSTATIC, internal, "closed", "I");
    close.visitInsn(Opcodes.ICONST_1);
    close.visitInsn(Opcodes.IADD);
    close.visitFieldInsn(Opcodes.PUTSTATIC, internal, "closed", "I");
  }

  /** Opens three objects of each class and closes two. */
  static final class Closes {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Closes() {}

    public static void main(String[] names) throws Exception {
      for (String name : names) {
        Class<?> type = Class.forName("com.acme." + name);
        for (int i = 0; i < 3; i++) {
          AutoCloseable opened = (AutoCloseable) type.getConstructor().newInstance();
          if (i < 2) {
            opened.close();
          }
          KEPT.add(opened);
        }
        System.out.println(name + " closed " + type.getField("closed").getInt(null));
      }
    }
  }
}
