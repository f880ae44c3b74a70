package io.ttalloc.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ContentHashTest {
  @Test
  void contentsThatDifferHaveOtherHashes() {
    assertThat(ContentHash.of(new byte[] {1, 2}))
        .isEqualTo(ContentHash.of(new byte[] {1, 2}))
        .isNotEqualTo(ContentHash.of(new byte[] {2, 1}))
        .isNotEqualTo(ContentHash.of(new byte[] {1, 2, 0}));
  }

  @Test
  void theOrderOfMethodsDoesNotMatterInALoadedClass() {
    byte[] file = withMethods("first", "second", "third");
    byte[] reversed = withMethods("third", "second", "first");
    assertThat(reversed).hasSameSizeAs(file).isNotEqualTo(file);

    assertThat(ContentHash.ofLoaded(reversed)).isEqualTo(ContentHash.ofLoaded(file));
    assertThat(ContentHash.of(reversed)).isNotEqualTo(ContentHash.of(file));
  }

  @Test
  void allElseMatters() throws IOException {
    byte[] file = file(ArrayList.class);
    Set<Long> hashes = new HashSet<>();
    for (int at = 8; at < file.length; at += 11) {
      byte[] changed = file.clone();
      changed[at] ^= 0x10;
      hashes.add(ContentHash.ofLoaded(changed));
    }
    assertThat(hashes)
        .hasSize((file.length - 8 + 10) / 11)
        .doesNotContain(ContentHash.ofLoaded(file));
  }

  @Test
  void whatIsNoClassFileHasAHash() {
    assertThat(ContentHash.ofLoaded(new byte[0])).isEqualTo(ContentHash.of(new byte[0]));
    assertThat(ContentHash.ofLoaded(new byte[300])).isNotEqualTo(ContentHash.of(new byte[299]));
  }

  private static byte[] file(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static byte[] withMethods(String... names) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, 0, "com/acme/Thing", null, "java/lang/Object", new String[0]);
    // In both files the constants are in the same order.
    for (String constant : new String[] {"first", "second", "third", "()I", "Code"}) {
      int unused = writer.newUTF8(constant);
    }
    writer.visitField(0, "field", "I", null, null).visitEnd();
    for (String name : names) {
      MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, name, "()I", null, null);
      method.visitCode();
      method.visitIntInsn(Opcodes.BIPUSH, name.length());
      method.visitInsn(Opcodes.IRETURN);
      method.visitMaxs(1, 0);
    }
    writer.visitEnd();
    return writer.toByteArray();
  }
}
