package io.ttalloc.it.otheragents;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.ttalloc.it.evidence.JsonReport;
import io.ttalloc.it.evidence.TrackedRun;
import io.ttalloc.it.jvm.Agents;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Tests classes that another agent has put on the boot class path. */
@Variant
class BootJarIT {
  /** A class in the jar. */
  static final String MARKER = "io/ttalloc/it/boot/Marker";

  /** The superinterface of the marker; a rule applies to its subtypes. */
  static final String ROOT = "io/ttalloc/it/boot/Root";

  /** A class in the jar that is loaded before our agent starts. */
  static final String NEIGHBOUR = "io/ttalloc/it/other/Neighbour";

  /** A class that is not in the jar. */
  static final String GENERATED = "io/ttalloc/it/other/Generated";

  private static final String RULES =
      """
        - class: io.ttalloc.it.boot.Root
          subtypes: true
          type: marked
          open: [<init>]
          close: [close]
          bytes: size()
        - class: io.ttalloc.it.otheragents.BootJarIT$Missing
          type: missing
          open: [<init>]
          close: [close]
          bytes: size()
      """;

  @TempDir private Path folder;

  @OneJdk
  void theirTypesAreFoundOrDoneWithout(Jdk jdk) throws Exception {
    TrackedRun tracked = TrackedRun.in(folder).rules(RULES);
    Path jar = jar(folder.resolve("boot.jar"));
    String other =
        "-javaagent:" + Agents.jarOf(folder, BootJarAgent.class, BootJarIT.class) + "=" + jar;

    tracked
        .on(jdk)
        .jvmFlags(other)
        .classPath(TestJvm.locationOf(ClassWriter.class))
        .main(Marks.class)
        .run()
        .expectSuccess();

    JsonReport json = tracked.json();
    assertThat(json.findings("marked")).hasSize(1);
    assertThat(json.findings("missing")).hasSize(1);
    for (JsonObject finding : json.findings()) {
      assertThat(finding.get("bytes").getAsLong()).isEqualTo(77);
    }
    assertThat(json.lastingReasons()).isEmpty();
  }

  private static Path jar(Path file) throws Exception {
    try (OutputStream raw = Files.newOutputStream(file);
        JarOutputStream out = new JarOutputStream(raw)) {
      for (String name : List.of(ROOT, MARKER, NEIGHBOUR)) {
        out.putNextEntry(new JarEntry(name + ".class"));
        out.write(anInterface(name));
      }
    }
    return file;
  }

  static byte[] anInterface(String name) {
    ClassWriter writer = new ClassWriter(0);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
    String[] extended = {name.equals(MARKER) ? ROOT : "java/lang/AutoCloseable"};
    writer.visit(Opcodes.V17, access, name, null, "java/lang/Object", extended);
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** The other agent makes this class implement an interface from the boot class path. */
  static final class Marked implements AutoCloseable {
    int size() {
      return 77;
    }

    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Declares the method that a rule calls. */
  interface Sized {
    default int size() {
      return 77;
    }
  }

  /**
   * The other agent makes this class implement an interface that has no class file, and puts that
   * interface first.
   */
  static final class Missing implements Sized, AutoCloseable {
    @Override
    public void close() {
      // Nothing to close.
    }
  }

  /** Opens one object of each class. */
  static final class Marks {
    private static final List<AutoCloseable> KEPT = new ArrayList<>();

    private Marks() {}

    public static void main(String[] args) {
      KEPT.add(new Marked());
      KEPT.add(new Missing());
    }
  }
}
