package io.ttalloc.it.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.testing.Variant;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Variant
class LauncherIT {

  private static final String BUILDING =
      "tt-alloc: building (the first run takes a minute or two) ...\n";

  @TempDir private Path folder;

  private SourceTree tree;

  @BeforeEach
  void plantATree() throws IOException {
    tree = new SourceTree(Files.createDirectory(folder.resolve("a path with blanks")));
  }

  @Test
  void buildsWhatIsMissingWithoutTheGatesAndAgainForNewerFilesAndDeletedOnes() throws Exception {
    tree.write("rules/tt-runtime.yaml", "");
    tree.write("cli/src/main/java/Other.java", "");
    Ended first = call(tree.launcher(), "--version");
    assertThat(first.status).isZero();
    assertThat(first.out).startsWith("tt-alloc 0.");
    assertThat(first.err).isEqualTo(BUILDING);

    Ended second = call(tree.launcher(), "--version");
    assertThat(second).isEqualTo(new Ended(0, first.out, ""));
    assertThat(tree.builds())
        .containsExactly("-B -ntp -q -DskipTests -pl agent,demo-app,native,viewer -am package");

    int builds = 1;
    for (String changed :
        List.of("pom.xml", "cli/pom.xml", "cli/src/main/java/Main.java", "rules/tt-runtime.yaml")) {
      tree.makeAllOld(Duration.ofHours(1));
      tree.touch(changed);
      call(tree.launcher(), "--version");
      assertThat(tree.builds()).as(changed).hasSize(++builds);
    }
    tree.makeAllOld(Duration.ofHours(1));
    tree.delete("cli/src/main/java/Other.java");
    call(tree.launcher(), "--version");
    assertThat(tree.builds()).as("deleted file").hasSize(++builds);
  }

  /**
   * A message of the JVM on standard output would precede the report, and a program that reads JSON
   * from a pipe would fail.
   */
  @Test
  void whatTheJvmItselfSaysGoesToStandardError() throws Exception {
    String talkative = "-XX:+PrintCommandLineFlags -XX:+UseLargePages -Xlog:gc,pagesize";
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "JAVA_TOOL_OPTIONS",
            talkative,
            "TT_ALLOC_DIR",
            Files.createDirectory(folder.resolve("ledgers")).toString());

    Process call =
        start(
            0,
            System.getenv("PATH"),
            environment,
            tree.launcher(),
            "ps",
            "--json",
            "--monitor=none");
    Ended ended = ended(0, call);

    assertThat(ended.err).contains("-XX:+PrintCommandLineFlags -");
    assertThat(new JvmResult(ended.status, ended.out, ended.err).json().has("ledgers")).isTrue();
  }

  @Test
  void callsAtTheSameTimeBuildOnce() throws Exception {
    List<Process> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      calls.add(start(i, System.getenv("PATH"), tree.launcher(), "--version"));
    }
    for (int i = 0; i < calls.size(); i++) {
      assertThat(ended(i, calls.get(i)).status).isZero();
    }
    assertThat(tree.builds()).hasSize(1);
  }

  @Test
  void worksThroughLinksFromAnotherFolder() throws Exception {
    Path relative = Files.createSymbolicLink(folder.resolve("one"), relativeToLauncher());
    Path link = Files.createSymbolicLink(folder.resolve("two"), relative.toAbsolutePath());

    assertThat(call(link, "demo", "--help").out).contains("SCENARIO");
  }

  @Test
  void aBuildThatFailsIsAnErrorAndIsTriedAgain() throws Exception {
    tree.breakTheBuild();
    assertThat(call(tree.launcher(), "--version"))
        .isEqualTo(
            new Ended(
                1, "", BUILDING + "[ERROR] broken\ntt-alloc: the build failed (see above)\n"));

    tree.mendTheBuild();
    assertThat(call(tree.launcher(), "--version").status).isZero();
  }

  @Test
  void namesAMissingJdk() throws Exception {
    Process call =
        start(0, System.getenv("PATH"), Map.of("JAVA_HOME", "/nowhere"), tree.launcher());

    assertThat(ended(0, call))
        .isEqualTo(
            new Ended(
                1,
                "",
                "tt-alloc: no Java found (JAVA_HOME is /nowhere; expected a JDK 17 or later in"
                    + " JAVA_HOME or on the PATH)\n"));
  }

  @Test
  void namesAMissingMaven() throws Exception {
    Files.delete(tree.bin().resolve("mvn"));
    for (String tool : List.of("dirname", "readlink", "sed", "head", "find", "mkdir", "flock")) {
      for (String entry : System.getenv("PATH").split(File.pathSeparator, -1)) {
        Path found = Path.of(entry, tool);
        if (Files.isExecutable(found)) {
          tree.write("bin/" + tool, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(found));
          SourceTree.makeExecutable(tree.bin().resolve(tool));
        }
      }
    }

    assertThat(ended(0, start(0, "", tree.launcher())))
        .isEqualTo(
            new Ended(
                1,
                "",
                "tt-alloc: no Maven found, expected mvn 3.8 or later on the PATH; it is needed to"
                    + " build\n"));
  }

  private Path relativeToLauncher() {
    return folder.relativize(tree.launcher());
  }

  private Ended call(Path launcher, String... args) throws Exception {
    return ended(0, start(0, System.getenv("PATH"), launcher, args));
  }

  private Process start(int number, String path, Path launcher, String... args) throws IOException {
    return start(
        number, path, Map.of("JAVA_HOME", System.getProperty("java.home")), launcher, args);
  }

  private Process start(
      int number, String path, Map<String, String> environment, Path launcher, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(launcher.toString());
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output("out", number).toFile())
            .redirectError(output("err", number).toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("JAVA_"));
    builder.environment().put("PATH", tree.bin() + File.pathSeparator + path);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private Ended ended(int number, Process process) throws Exception {
    if (!process.waitFor(100, TimeUnit.SECONDS)) {
      process.toHandle().destroyForcibly();
      throw new AssertionError("the launcher did not end within 100 seconds");
    }
    String out = Files.readString(output("out", number), UTF_8);
    return new Ended(process.exitValue(), out, Files.readString(output("err", number), UTF_8));
  }

  private Path output(String stream, int number) {
    return folder.resolve(stream + number);
  }

  private record Ended(int status, String out, String err) {}
}
