package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.dump.LedgerDump;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts real JVMs with a fake agent and a fake demo, which only record how they were started. */
class DemoCommandTest {

  /**
   * The value of TT_ALLOC_TRACKING_ENABLED in the child: 1, unless the environment of the tests
   * sets another value.
   */
  private static final String TRACKING =
      System.getenv().getOrDefault("TT_ALLOC_TRACKING_ENABLED", "1");

  @TempDir private Path folder;

  private final StringWriter err = new StringWriter();
  private Path record;

  @BeforeEach
  void buildAHome() throws IOException {
    record = folder.resolve("record.txt");
    jar("agent/target/tt-alloc-agent.jar", new Attributes.Name("Premain-Class"), FakeAgent.class);
    jar("demo-app/target/tt-alloc-demo.jar", Attributes.Name.MAIN_CLASS, FakeDemo.class);
  }

  @Test
  void runsTheScenarioUnderTheAgentAndGivesItsExitStatus() {
    assertThat(demo("accumulate", record.toString(), "--runs", "3")).isEqualTo(4);

    assertThat(record)
        .hasContent("[accumulate, %s, --runs, 3] agent %s".formatted(record, TRACKING));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void helpBehindTheScenarioIsTheScenariosOwn() {
    assertThat(demo("faults", record.toString(), "--help")).isEqualTo(3);

    assertThat(record).hasContent("[faults, %s, --help] agent %s".formatted(record, TRACKING));
  }

  @Test
  void withoutAScenarioItIsMesh() {
    assertThat(command()).endsWith("mesh");
    assertThat(command("--clear-cache")).endsWith("mesh", "--clear-cache");
  }

  @Test
  void theCallersOwnSwitchIsLeftAlone() {
    ProcessBuilder child = DemoCommand.childProcess(new InstallFolder(folder), List.of());

    assertThat(child.environment())
        .containsAllEntriesOf(System.getenv())
        .containsEntry("TT_ALLOC_TRACKING_ENABLED", TRACKING)
        .containsEntry("TT_ALLOC_COMMAND", "full")
        .containsEntry("TT_ALLOC_PACKS", "tt-runtime");
  }

  @Test
  void aJarThatIsNotBuiltIsNamed() throws IOException {
    Files.delete(folder.resolve("agent/target/tt-alloc-agent.jar"));

    assertThat(demo("mesh")).isEqualTo(1);

    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "tt-alloc: agent/target/tt-alloc-agent.jar is missing from %s; ./tt-alloc builds it"
                .formatted(folder));
  }

  @Test
  void theJarsOfAnArchiveLieInItsLib() throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Files.createFile(lib.resolve("tt-alloc-agent.jar"));

    assertThat(new InstallFolder(folder).agentJar()).isEqualTo(lib.resolve("tt-alloc-agent.jar"));
    assertThat(demo("mesh")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "tt-alloc: lib/tt-alloc-demo.jar is missing from %s; unpack the archive again"
                .formatted(folder));
  }

  private List<String> command(String... scenario) {
    return DemoCommand.childProcess(new InstallFolder(folder), List.of(scenario)).command();
  }

  private int demo(String... scenario) {
    String[] args = new String[scenario.length + 1];
    args[0] = "demo";
    System.arraycopy(scenario, 0, args, 1, scenario.length);
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    LedgerDump notAsked = LedgerDump.ofLedgers(new LedgerLookup(List.of()));
    return Main.run(
        List.of(args), new InstallFolder(folder), notAsked, nowhere, new PrintWriter(err));
  }

  private void jar(String path, Attributes.Name entryAttribute, Class<?> entry) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(entryAttribute, entry.getName());
    String classFile = entry.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        InputStream bytes = entry.getResourceAsStream("/" + classFile)) {
      jar.putNextEntry(new JarEntry(classFile));
      bytes.transferTo(jar);
    }
  }

  /** An agent that records that it ran. */
  static final class FakeAgent {
    private FakeAgent() {}

    public static void premain(String options) {
      System.setProperty("fake.agent", "agent");
    }
  }

  /**
   * A demo that writes its arguments, and whether the agent ran and tracking is enabled, to the
   * file named by the second argument; its exit status is the number of arguments.
   */
  static final class FakeDemo {
    private FakeDemo() {}

    public static void main(String[] args) throws IOException {
      String agent = System.getProperty("fake.agent");
      String tracking = System.getenv("TT_ALLOC_TRACKING_ENABLED");
      Files.writeString(Path.of(args[1]), List.of(args) + " " + agent + " " + tracking);
      System.exit(args.length);
    }
  }
}
