package io.ttalloc.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.boot.BootClasses;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Checks the boot image of this build. */
class BootImageTest {
  private static final Map<String, ClassReader> IMAGE = new LinkedHashMap<>();

  @BeforeAll
  static void readImage() throws IOException {
    try (InputStream raw =
        BootClasses.class.getClassLoader().getResourceAsStream(BootClasses.IMAGE)) {
      DataInputStream in = new DataInputStream(Objects.requireNonNull(raw, BootClasses.IMAGE));
      for (int left = in.readInt(); left > 0; left--) {
        String name = in.readUTF();
        IMAGE.put(name, new ClassReader(in.readNBytes(in.readInt())));
      }
      assertThat(in.read()).as("what follows the last class").isEqualTo(-1);
    }
  }

  @Test
  void holdsTheHooksTheProbeAndTheWriterAndNothingElse() {
    assertThat(IMAGE)
        .containsKeys(
            BootClasses.HOOKS, "io/ttalloc/probe/Probe", "io/ttalloc/ledger/write/LedgerWriter")
        .doesNotContainKey("io/ttalloc/probe/Hooks");
    assertThat(IMAGE.keySet())
        .allMatch(
            name ->
                name.matches(
                    "java/lang/TtAllocHooks|io/ttalloc/(probe(/[a-z]+)?|ledger(/mapped|/slots|/write)?)/[^/]+"));
    IMAGE.forEach((name, reader) -> assertThat(reader.getClassName()).isEqualTo(name));
  }

  /**
   * The boot loader cannot find classes of the agent's own loader or of the application loader, so
   * the image must not refer to any. Annotations are exempt: the JVM ignores those that it cannot
   * find.
   */
  @Test
  void refersToNothingButItselfAndTheJdk() {
    Set<String> missing = new TreeSet<>();
    IMAGE.forEach(
        (name, reader) ->
            reader.accept(
                new ClassRemapper(
                    new ClassWriter(0),
                    new Remapper(Opcodes.ASM9) {
                      @Override
                      public String map(String used) {
                        if (!used.matches("(java|jdk|org/jspecify)/.*")
                            && !IMAGE.containsKey(used)) {
                          missing.add(name + " uses " + used);
                        }
                        return used;
                      }
                    }),
                0));
    assertThat(missing).isEmpty();
  }

  /**
   * Linking a lambda or a string concatenation runs much of java.lang.invoke and loads classes. If
   * this happens inside a hook or while another class is being loaded, a class may permanently fail
   * to link.
   */
  @Test
  void linksNothingAtRunTime() {
    List<String> dynamic = new ArrayList<>();
    IMAGE.forEach((name, reader) -> reader.accept(new DynamicSites(name, dynamic), 0));
    assertThat(dynamic).isEmpty();
  }

  /**
   * The classes are defined one after another, so each must find its supertypes and its nest host.
   */
  @Test
  void putsSuperTypesAndNestHostsFirst() {
    List<String> order = List.copyOf(IMAGE.keySet());
    IMAGE.forEach(
        (name, reader) -> {
          List<String> needed = new ArrayList<>(List.of(reader.getInterfaces()));
          needed.add(reader.getSuperName());
          if (name.contains("$")) {
            needed.add(name.substring(0, name.indexOf('$')));
          }
          needed.retainAll(order);
          assertThat(order.subList(0, order.indexOf(name))).as(name).containsAll(needed);
        });
  }

  /** Records every invokedynamic and every dynamic constant of a class. */
  private static final class DynamicSites extends ClassVisitor {
    private final String owner;
    private final List<String> found;

    DynamicSites(String owner, List<String> found) {
      super(Opcodes.ASM9);
      this.owner = owner;
      this.found = found;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitInvokeDynamicInsn(
            String callee, String type, Handle bootstrap, Object... arguments) {
          found.add(
              "%s.%s%s links %s by %s"
                  .formatted(owner, name, descriptor, callee, bootstrap.getOwner()));
        }

        @Override
        public void visitLdcInsn(Object value) {
          if (value instanceof ConstantDynamic constant) {
            found.add("%s.%s%s computes %s".formatted(owner, name, descriptor, constant.getName()));
          }
        }
      };
    }
  }
}
