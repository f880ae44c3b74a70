package io.ttalloc.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.evidence.LedgerFolder;
import io.ttalloc.it.evidence.WovenBefore;
import io.ttalloc.it.jvm.AgentCopy;
import io.ttalloc.it.jvm.ClassLoadLog;
import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.runtime.buffer.Buffer;
import io.ttalloc.runtime.mesh.MeshDevice;
import io.ttalloc.runtime.profile.MeshShape;
import io.ttalloc.testing.Variant;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class OffIT {

  private static final String SWITCH = "TT_ALLOC_TRACKING_ENABLED";

  /** The program's result without the agent, for each JDK. */
  private static final Map<Jdk, JvmResult> BARE = new HashMap<>();

  @TempDir private Path folder;

  @OneJdk
  void withoutTheVariableTheRunIsTheSameAsWithoutTheAgent(Jdk jdk) throws Exception {
    JvmResult bare = bare(jdk);
    ClassLoadLog log = new ClassLoadLog(folder.resolve("off.log"));
    JvmResult off = allocates(jdk).withoutEnvironment(SWITCH).jvmFlags(log.flag()).run();

    assertThat(off).isEqualTo(bare);
    assertThat(log.names())
        .contains(Buffer.class.getName())
        .filteredOn(OffIT::isOfTheAgent)
        .containsExactly("io.ttalloc.agent.AgentEntry");
    assertThat(bare.exitStatus()).isEqualTo(9);
    assertThat(bare.out()).contains("fields of Buffer:").doesNotContain("ttAlloc");
    assertThat(ledgers().fileNames()).isEmpty();
  }

  @Variant
  @OneJdk
  void emptyZeroAndFalseAreOffToo(Jdk jdk) throws Exception {
    JvmResult bare = bare(jdk);
    for (String value : List.of("", "0", "false")) {
      JvmResult off = allocates(jdk).environment(SWITCH, value).run();

      assertThat(off).as("'%s'", value).isEqualTo(bare);
    }
    assertThat(ledgers().fileNames()).isEmpty();
  }

  @Variant
  @OneJdk
  void anyOtherValueIsOffAndSaysSoInOneLine(Jdk jdk) throws Exception {
    JvmResult bare = bare(jdk);
    JvmResult off = allocates(jdk).environment(SWITCH, "true").run();

    assertThat(off.exitStatus()).isEqualTo(bare.exitStatus());
    assertThat(off.out()).isEqualTo(bare.out());
    assertThat(off.err())
        .isEqualTo(
            "tt-alloc: TT_ALLOC_TRACKING_ENABLED is 'true', expected 1: tracking is off.\n"
                + bare.err());
    assertThat(ledgers().fileNames()).isEmpty();
  }

  /** Cross-check: the output of this program does change when the class is woven. */
  @OneJdk
  void withTheVariableTheClassIsWovenAndAllButStandardErrorStays(Jdk jdk) throws Exception {
    JvmResult bare = bare(jdk);
    WovenBefore.copyTo(ledgers().path());
    JvmResult on = allocates(jdk).run();

    assertThat(on.exitStatus()).isEqualTo(bare.exitStatus());
    assertThat(on.out().lines().filter(line -> !line.startsWith("field")))
        .containsExactlyElementsOf(
            bare.out().lines().filter(line -> !line.startsWith("field")).toList());
    assertThat(on.out()).contains("private transient $ttAllocResource");
    assertThat(on.err())
        .startsWith(bare.err())
        .contains("tt-alloc: 1 UNDECIDED. 208,896 B still open");
    assertThat(ledgers().ledgers()).hasSize(1);
    assertThat(ledgers().read().dropped()).isZero();
  }

  private static boolean isOfTheAgent(String className) {
    return className.startsWith("io.ttalloc.")
        && !className.startsWith("io.ttalloc.it.")
        && !className.startsWith("io.ttalloc.runtime.");
  }

  @OneJdk
  void aDamagedAgentIsOffAndSaysSoInOneLine(Jdk jdk) throws Exception {
    JvmResult bare = bare(jdk);
    String missing = "io.ttalloc.agent.AgentStart";
    Path damaged = AgentCopy.without(missing, folder.resolve("damaged.jar"));
    JvmResult on = allocates(jdk).agentJar(damaged).run();

    assertThat(on.exitStatus()).isEqualTo(bare.exitStatus());
    assertThat(on.out()).isEqualTo(bare.out());
    assertThat(on.err())
        .isEqualTo(
            "tt-alloc: the agent could not start (java.lang.NoClassDefFoundError: "
                + missing.replace('.', '/')
                + "): tracking is off and the application runs without it.\n"
                + bare.err());
    assertThat(ledgers().fileNames()).isEmpty();
  }

  private JvmResult bare(Jdk jdk) throws InterruptedException {
    JvmResult bare = BARE.get(jdk);
    if (bare == null) {
      bare = allocates(jdk).withoutAgent().run();
      BARE.put(jdk, bare);
    }
    return bare;
  }

  private LedgerFolder ledgers() {
    return new LedgerFolder(folder.resolve("ledgers"));
  }

  private TestJvm allocates(Jdk jdk) {
    return TestJvm.on(jdk)
        .environment("TT_ALLOC_DIR", ledgers().path().toString())
        .classPath(Repository.demoJar())
        .main(Allocates.class);
  }

  /** Opens a mesh and keeps it, prints the fields of Buffer, and exits with status 9. */
  static final class Allocates {
    private Allocates() {}

    private static Object kept = "";

    public static void main(String[] args) {
      System.out.println("on standard output");
      System.err.println("on standard error");
      // Printed before the first buffer is opened: from then on the injected field is hidden.
      System.out.println("fields of Buffer:");
      Arrays.stream(Buffer.class.getDeclaredFields())
          .map(Allocates::describe)
          .sorted()
          .forEach(System.out::println);
      var mesh = MeshDevice.open(new MeshShape(1, 1));
      kept = mesh;
      System.exit(kept == mesh ? 9 : 8);
    }

    private static String describe(Field field) {
      return "field " + Modifier.toString(field.getModifiers()) + " " + field.getName();
    }
  }
}
