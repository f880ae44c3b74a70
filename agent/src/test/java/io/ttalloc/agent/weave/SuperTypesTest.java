package io.ttalloc.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** That each class file of a super type is read once for a loader, and that loaders do not mix. */
class SuperTypesTest {
  private static final String OBJECT = "java/lang/Object";

  @Test
  void allSuperTypesAreFoundAndEachOnce() {
    Loader loader =
        new Loader()
            .with("Base", OBJECT, "Left", "Right")
            .with("Left", OBJECT, "Top")
            .with("Right", OBJECT, "Top")
            .with("Top", OBJECT);

    assertThat(SuperTypes.of(loader, type("Heir", "Base", "Right")))
        .containsExactly("Base", "Right", "Left", "Top");
    assertThat(loader.asked).containsExactly("Base", "Right", "Left", "Top");
  }

  @Test
  void whatAClassFileSaidIsKeptForItsLoader() {
    Loader loader = new Loader().with("Base", OBJECT, "Top").with("Top", OBJECT);
    assertThat(SuperTypes.of(loader, type("Heir", "Base"))).containsExactly("Base", "Top");
    loader.asked.clear();

    assertThat(SuperTypes.of(loader, type("Other", "Base"))).containsExactly("Base", "Top");
    assertThat(loader.asked).isEmpty();
  }

  @Test
  void aClassOfTheSameNameInAnotherLoaderIsAnotherClass() {
    Loader one = new Loader().with("Base", OBJECT, "java/sql/Wrapper");
    Loader other = new Loader().with("Base", OBJECT);

    assertThat(SuperTypes.of(one, type("Heir", "Base")))
        .containsExactly("Base", "java/sql/Wrapper");
    assertThat(SuperTypes.of(other, type("Heir", "Base"))).containsExactly("Base");
  }

  @Test
  void whatWasNotFoundIsLookedForAgain() {
    Loader loader = new Loader();
    assertThat(SuperTypes.of(loader, type("Heir", "Base"))).containsExactly("Base");

    assertThat(SuperTypes.of(loader.with("Base", OBJECT, "java/io/Closeable"), type("H", "Base")))
        .containsExactly("Base", "java/io/Closeable", "java/lang/AutoCloseable");
  }

  @Test
  void aClassThatIsItsOwnSuperTypeEndsTheSearch() {
    Loader loader = new Loader().with("Base", "Heir").with("Heir", "Base");

    assertThat(SuperTypes.of(loader, type("Heir", "Base"))).containsExactly("Base", "Heir");
  }

  private static ClassReader type(String name, String superClass, String... interfaces) {
    return new ClassReader(classFile(name, superClass, interfaces));
  }

  private static byte[] classFile(String name, String superClass, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superClass, interfaces);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Gives class files as streams, and remembers for which it was asked. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> files = new HashMap<>();
    private final List<String> asked = new ArrayList<>();

    private Loader() {
      super(null);
    }

    private Loader with(String name, String superClass, String... interfaces) {
      byte[] ignored = files.put(name + ".class", classFile(name, superClass, interfaces));
      return this;
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      byte[] file = files.get(name);
      boolean ignored = asked.add(name.substring(0, name.length() - ".class".length()));
      return file == null ? null : new ByteArrayInputStream(file);
    }
  }
}
