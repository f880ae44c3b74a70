package io.ttalloc.agent.weave.classes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassHeaderTest {
  private static final String OBJECT = "java/lang/Object";

  /** Small and large classes, interfaces, and classes with many kinds of constants. */
  private static final List<String> NAMES =
      List.of(
          OBJECT,
          "java/io/FileInputStream",
          "java/lang/String",
          "java/lang/invoke/MethodHandles",
          "java/util/AbstractMap",
          "java/util/ArrayList",
          "java/util/Collections",
          "java/util/Map$Entry",
          "java/util/concurrent/ConcurrentHashMap",
          "java/util/function/Function",
          "java/util/stream/ReferencePipeline");

  @Test
  void saysWhatTheReaderOfAllSays() throws IOException {
    for (String name : NAMES) {
      byte[] file = requireNonNull(ClassFiles.read(null, name));
      String[] expected = ClassHeader.of(new ClassReader(file)).superTypes();

      assertThat(ClassHeader.of(file).superTypes()).as(name).isEqualTo(expected);
      assertThat(read(file)).as(name).isEqualTo(expected);
    }
  }

  @Test
  void theSuperClassComesFirst() {
    assertThat(ClassHeader.of(classFile("Heir", "Base", "Left", "Right")).superTypes())
        .containsExactly("Base", "Left", "Right");
    assertThat(ClassHeader.of(classFile("Heir", OBJECT)).superTypes()).containsExactly(OBJECT);
  }

  @Test
  void namesNeedNotBeAscii() throws IOException {
    byte[] file = classFile("Heir", "com/acme/Größe", "日本/型");
    assertThat(ClassHeader.of(file).superTypes()).containsExactly("com/acme/Größe", "日本/型");
    assertThat(read(file)).containsExactly("com/acme/Größe", "日本/型");
  }

  @Test
  void versionsThatAreNotKnownYetAreRead() {
    byte[] file = classFile("Heir", "Base");
    file[7] = 127;
    assertThat(ClassHeader.of(file).superTypes()).containsExactly("Base");
  }

  @Test
  void manyInterfacesAndConstantsAreRead() throws IOException {
    String[] many = new String[3_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = "com/acme/an/interface/with/a/long/name/Number" + i;
    }
    byte[] file = classFile("Heir", "Base", many);

    assertThat(file.length).isGreaterThan(1 << 17); // longer than the buffer
    List<String> expected = new ArrayList<>(List.of("Base"));
    expected.addAll(List.of(many));
    assertThat(ClassHeader.of(file).superTypes()).containsExactlyElementsOf(expected);
    assertThat(read(file)).containsExactlyElementsOf(expected);
  }

  @Test
  void nothingIsReadBehindTheHeader() throws IOException {
    byte[] file = requireNonNull(ClassFiles.read(null, "java/util/concurrent/ConcurrentHashMap"));
    int[] read = {0};
    InputStream counting =
        new ByteArrayInputStream(file) {
          @Override
          public synchronized int read(byte[] into, int from, int length) {
            int now = super.read(into, from, length);
            read[0] += Math.max(0, now);
            return now;
          }
        };

    assertThat(requireNonNull(ClassHeader.read(counting)).superTypes())
        .containsExactly(
            "java/util/AbstractMap", "java/util/concurrent/ConcurrentMap", "java/io/Serializable");
    assertThat(read[0]).isLessThan(file.length * 3 / 4);
  }

  /**
   * Whatever bytes a file contains, its names are read or an exception is thrown that says that the
   * file is not a class file.
   */
  @Test
  void filesThatWereCutOrChangedAreNoClassFiles() throws IOException {
    byte[] file = classFile("Heir", "Base", "Left");
    for (int length = 0; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      if (read(cut) == null) {
        assertThatThrownBy(() -> ClassHeader.of(cut)).isInstanceOf(RuntimeException.class);
      } else {
        assertThat(read(cut)).containsExactly("Base", "Left");
      }
    }
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = file.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      String[] names = read(changed);
      assertThat(names == null || names.length <= 1 << 16).isTrue();
    }
    assertThat(read(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})).isNull();
  }

  private static String @Nullable [] read(byte[] file) throws IOException {
    ClassHeader header = ClassHeader.read(new ByteArrayInputStream(file));
    return header == null ? null : header.superTypes();
  }

  private static byte[] classFile(String name, String superClass, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superClass, interfaces);
    writer.visitEnd();
    return writer.toByteArray();
  }
}
