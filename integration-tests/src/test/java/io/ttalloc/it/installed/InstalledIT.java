package io.ttalloc.it.installed;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.installed.UnpackedArchive.Said;
import io.ttalloc.testing.Variant;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Variant
class InstalledIT {

  private static final String RULES =
      """
      schema: tt-alloc-rules/1
      rules:
        - class: io.ttalloc.it.installed.InstalledIT$Program$Door
          type: door
          open: [<init>]
          close: [close]
      """;

  /** A single command line, as in the README of the archive. */
  private static final String ATTACHED =
      "TT_ALLOC_TRACKING_ENABLED=1 \"$1\" \"-javaagent:$2/lib/tt-alloc-agent.jar=rules=door.yaml,dir=ledgers\""
          + " -XX:TieredStopAtLevel=1 -cp \"$3\" \"$4\"";

  @TempDir private Path folder;

  private UnpackedArchive installed;

  @BeforeEach
  void unpack() throws Exception {
    installed = new UnpackedArchive(folder);
    Files.writeString(folder.resolve("door.yaml"), RULES);
  }

  @Test
  void theNameIsEnoughWhereThePathLeadsThereThroughALink() throws Exception {
    Files.createSymbolicLink(
        installed.tools().resolve("tt-alloc"), installed.tools().relativize(installed.launcher()));
    Said program = attached(installed.withPathOnly());
    assertThat(program.err()).contains("\nmore: tt-alloc dump ");

    assertThat(more(installed.withPathOnly(), program).out())
        .startsWith("tt-alloc: 1 LEAK: ")
        .contains("\nActive allocations: ");
  }

  @Test
  void reportsOfTheAgentNameACommandThatWorks() throws Exception {
    Said program = attached(installed.withJavaHome());

    assertThat(program.err())
        .startsWith("tt-alloc: 1 LEAK: ")
        .contains("\nmore: '" + installed.launcher() + "' dump ");
    assertThat(more(installed.withJavaHome(), program).out())
        .startsWith("tt-alloc: 1 LEAK: ")
        .contains("\nActive allocations: ");
    laterRunsMapTheClassesOfTheFirst();
  }

  private void laterRunsMapTheClassesOfTheFirst() throws Exception {
    Path home = Files.move(installed.home(), folder.resolve("installed"));
    Path launcher = home.resolve("bin/tt-alloc");
    Path lib = home.resolve("lib");
    assertThat(classFiles(lib)).isEmpty();
    String dump = "\"$1\" dump ledgers/*.ledger";

    Said first = installed.shell(installed.withJavaHome(), dump, launcher);
    assertThat(first.out()).startsWith("tt-alloc: 1 LEAK: ");
    assertThat(first.err()).isEmpty();
    List<Path> kept = classFiles(lib);
    assertThat(kept).hasSize(1);

    assertThat(installed.shell(installed.withJavaHome(), dump, launcher)).isEqualTo(first);
    assertThat(classFiles(lib)).isEqualTo(kept);
    Said loaded =
        installed.shell(
            installed.withJavaHome(),
            "\"$1\" -XX:+UseSerialGC -XX:SharedArchiveFile=\"$2\" -Xlog:class+load -jar \"$3\" --version",
            Path.of(System.getProperty("java.home"), "bin", "java"),
            kept.get(0),
            lib.resolve("tt-alloc-cli.jar"));
    assertThat(loaded.out())
        .contains(
            " io.ttalloc.cli.Main source: shared objects file (top)",
            " picocli.CommandLine source: shared objects file (top)");

    Files.delete(kept.get(0));
    Files.write(kept.get(0), new byte[4_096]);
    assertThat(installed.shell(installed.withJavaHome(), dump, launcher))
        .as("from a damaged file")
        .isEqualTo(first);
  }

  @Test
  void aCommandThatFailsKeepsNoClasses() throws Exception {
    Path home = Files.move(installed.home(), folder.resolve("installed"));
    Said said =
        installed.shell(
            installed.withJavaHome(),
            "\"$1\" dump no.ledger; \"$1\" dump --help",
            home.resolve("bin/tt-alloc"));

    assertThat(said.err()).contains("no.ledger");
    assertThat(classFiles(home.resolve("lib"))).isEmpty();
  }

  @Test
  void namesWhatIsMissing() throws Exception {
    Map<String, String> nothing = Map.of("PATH", installed.tools().toString());
    assertThat(installed.shell(nothing, "\"$1\" --version", installed.launcher()))
        .isEqualTo(
            new Said(
                1,
                "",
                "tt-alloc: no Java found (expected Java 17 or later in JAVA_HOME or on the PATH)\n"));

    Files.delete(installed.home().resolve("lib/tt-alloc-cli.jar"));
    assertThat(installed.shell(installed.withPathOnly(), "\"$1\"", installed.launcher()))
        .isEqualTo(
            new Said(
                1,
                "",
                "tt-alloc: lib/tt-alloc-cli.jar is missing from %s, expected the folder of an unpacked archive\n"
                    .formatted(installed.home())));
  }

  @Test
  void worksWithoutTheOptionalJarsAndSaysWhatToAdd() throws Exception {
    String all = "\"$1\" ps --json --dir . --monitor none && \"$1\" dump 1 --format ttnn -o folder";
    Files.delete(installed.home().resolve("lib/tt-alloc-native.jar"));
    Files.delete(installed.home().resolve("lib/tt-alloc-viewer.jar"));

    Said said = installed.shell(installed.withPathOnly(), all, installed.launcher());

    assertThat(said.out()).contains("\"schema\": \"tt-alloc-ps/1\"");
    assertThat(said.err())
        .isEqualTo(
            "tt-alloc: --format ttnn needs the jar %s, which is missing\n"
                .formatted(installed.home().resolve("lib/tt-alloc-viewer.jar")));
    assertThat(said.status()).isEqualTo(1);
  }

  @Test
  void saysThatAnOptionalJarIsDamagedOrOfAnotherVersion() throws Exception {
    Path jar = installed.home().resolve("lib/tt-alloc-native.jar");
    Path home = installed.home().toRealPath();
    Files.writeString(jar, "PK");
    assertThat(ps()).isEqualTo(new Said(1, "", unusable(home, "it cannot be read: ")));

    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "0.0.1");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    assertThat(ps()).isEqualTo(new Said(1, "", unusable(home, "its version is 0.0.1, expected ")));
  }

  /** The output of {@code ps}, in which the reason is truncated. */
  private Said ps() throws Exception {
    String command = "\"$1\" ps --dir . --monitor none";
    Said said = installed.shell(installed.withPathOnly(), command, installed.launcher());
    return new Said(
        said.status(),
        said.out(),
        said.err().replaceFirst("(read: |expected ).*; remove this jar", "$1; remove this jar"));
  }

  private static String unusable(Path home, String why) {
    return "tt-alloc: %s cannot be used: %s; remove this jar, or reinstall tt-alloc\n"
        .formatted(home.resolve("lib/tt-alloc-native.jar"), why);
  }

  private Said attached(Map<String, String> environment) throws Exception {
    return installed.shell(
        environment,
        ATTACHED,
        Path.of(System.getProperty("java.home"), "bin", "java"),
        installed.home(),
        testClasses(),
        Program.class.getName());
  }

  /** Runs the command that the report shows after "more:", as a user would. */
  private Said more(Map<String, String> environment, Said program) throws Exception {
    String line =
        program
            .err()
            .lines()
            .filter(each -> each.startsWith("more: "))
            .findFirst()
            .orElseThrow()
            .substring("more: ".length());
    Said said = installed.shell(environment, line);
    assertThat(said.err()).isEmpty();
    assertThat(said.status()).isZero();
    return said;
  }

  private static List<Path> classFiles(Path lib) throws IOException {
    try (Stream<Path> files = Files.list(lib)) {
      return files.filter(file -> file.toString().contains(".jsa")).toList();
    }
  }

  private static Path testClasses() throws Exception {
    return Path.of(Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Leaves one of two doors open. */
  static final class Program {

    private static final Set<Door> OPEN = new HashSet<>();

    private Program() {}

    public static void main(String[] args) throws IOException {
      new Door().close();
      OPEN.add(new Door());
    }

    static final class Door extends ByteArrayInputStream {
      Door() {
        super(new byte[0]);
      }

      @Override
      public void close() throws IOException {
        super.close();
      }
    }
  }
}
