package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import io.ttalloc.testing.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of CONTRIBUTING.md, except those of Maven and of the benchmarks, one after
 * another in a separate folder. The launcher, which might start a build, is replaced by the program
 * that it starts. The JVM with a debugger port does not wait for a debugger.
 */
@Variant
class ContributingIT {
  private static final String FOLDER = "target/try";

  @TempDir private Path temporary;

  @Test
  void theCommandsRunAndShowWhatThePageSays() throws Exception {
    List<String> commands =
        Paper.read(Repository.root().resolve("CONTRIBUTING.md")).blocks("console").stream()
            .flatMap(List::stream)
            .map(line -> line.replaceFirst("^\\$ ", ""))
            .filter(line -> !line.startsWith("mvn ") && !line.contains("tt-alloc-benchmarks.jar"))
            .toList();
    assertThat(commands).hasSizeGreaterThan(8);

    String output = run(commands);

    assertThat(output)
        .contains("Method java/lang/TtAllocHooks.opened:") // javap
        .contains("tt-alloc: NO LEAK.") // dump
        .contains(">TTALLOC.") // od
        .contains("Listening for transport dt_socket at address: "); // the debugger's port
  }

  private String run(List<String> commands) throws IOException, InterruptedException {
    String script =
        commands.stream()
            .map(this::inTheTemporaryFolder)
            .collect(Collectors.joining("\n", "set -eu\n", "\n"));
    Path output = temporary.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", script)
            .directory(Repository.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    String bin = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().merge("PATH", bin, (path, first) -> first + ":" + path);
    builder.environment().keySet().removeIf(name -> name.startsWith("TT_ALLOC_"));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).as(script).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as("%s%n%s", script, printed).isZero();
    return printed;
  }

  private String inTheTemporaryFolder(String command) {
    return command
        .replace(FOLDER, temporary.resolve("try").toString())
        .replace("./tt-alloc ", "java -jar " + Repository.monitorJar() + " ")
        .replace("suspend=y,address=5005", "suspend=n,address=0");
  }
}
