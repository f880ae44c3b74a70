package io.ttalloc.it.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ttalloc.it.jvm.Jdk;
import io.ttalloc.it.jvm.JvmResult;
import io.ttalloc.it.jvm.Monitor;
import io.ttalloc.it.jvm.OneJdk;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.it.jvm.RunningJvm;
import io.ttalloc.it.jvm.TestJvm;
import io.ttalloc.testing.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a C++ process that reports its allocations to a running {@code serve}, and how {@code ps}
 * (in the JVM of the test) and {@code top} (in a separate JVM) show that process. Skipped with a
 * one-line message if g++ or tmux is missing.
 */
@Variant
class NativeProcessesIT {
  private static final String SERVES = "tt-alloc is listening on ";

  @TempDir private Path folder;

  private static void require(String program) {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(bin -> Files.isExecutable(Path.of(bin, program)));
    if (!found) {
      System.out.println("NativeProcessesIT is skipped: no " + program + " on the PATH");
    }
    assumeTrue(found, "no " + program + " on the PATH");
  }

  private Path client() throws Exception {
    Path program = folder.resolve("client");
    Path source = Repository.root().resolve("native/src/test/cpp/allocation_client.cpp");
    int status =
        new ProcessBuilder("g++", "-std=c++17", "-o", program.toString(), source.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
    return program;
  }

  private String[] options(String... command) {
    List<String> all = List.of("--dir", folder.toString(), "--regions-folder", folder.toString());
    return Stream.concat(Stream.of(command), all.stream()).toArray(String[]::new);
  }

  /** The command, quoted for a shell. */
  private String top(Jdk jdk, String monitor) {
    return "%s %s %s -Dtt-alloc.home=%s -jar %s %s"
        .formatted(
            jdk.home().resolve("bin/java"),
            String.join(" ", TestJvm.quickFlags()),
            String.join(" ", TestJvm.monitorFlags()),
            Repository.root(),
            Repository.monitorJar(),
            String.join(" ", options("top", "--interval", "100ms", "--monitor", monitor)));
  }

  @OneJdk
  void isShownWhileItRunsAndAfterItWasKilled(Jdk jdk) throws Exception {
    require("g++");
    require("tmux");
    Path program = client();
    Optional<Path> tmux = TmuxScreen.program();
    String socket = folder.resolve("socket").toString();
    try (RunningJvm serve = Monitor.jvm(options("serve", "--port=0", "--socket", socket)).start();
        TmuxScreen screen = TmuxScreen.start(tmux.orElseThrow(), folder, 100, 30)) {
      String line = serve.awaitLine("^" + SERVES);
      String monitor = line.substring(SERVES.length()).replaceFirst("/$", "");
      Process process = new ProcessBuilder(program.toString(), socket, "hold").start();
      String ready = process.inputReader(UTF_8).readLine();
      assertThat(ready).isEqualTo("ready " + process.pid());

      String rest = "  client      3      1  5,632 B\n +CB 512 B, DRAM 4,096 B, L1 1,024 B\n";
      assertThat(ps(monitor).out()).containsPattern(process.pid() + "  socket  running" + rest);
      screen.enter(top(jdk, monitor));
      screen.await(process.pid() + " +socket +running +client +3 +1 +5.5 KiB +512 B +4 KiB +1 KiB");
      screen.await("^3 +socket +CB +512 B +-");
      screen.resize(40, 12);
      // If the process id is short, there is room for one more column.
      String narrow = screen.await("^ *" + process.pid() + " socket running client +(1 +)?5.5 KiB");
      assertThat(narrow.lines()).hasSizeLessThanOrEqualTo(12).allMatch(it -> it.length() <= 40);
      screen.resize(100, 30);

      process.destroyForcibly().waitFor();
      screen.await(process.pid() + " +socket +ended +client +3 +1 +5.5 KiB");
      assertThat(ps(monitor).out()).containsPattern(process.pid() + "  socket  ended" + rest);

      serve.terminate();
      screen.await("^tt-alloc: the monitor at " + monitor + " cannot be reached; its processes");
      assertThat(ps(monitor).err()).contains("the monitor at " + monitor + " cannot be reached");
      screen.keys("q");
    }
  }

  private JvmResult ps(String monitor) {
    return Monitor.here(options("ps", "--monitor", monitor)).expectSuccess();
  }
}
