package io.ttalloc.natives.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program from {@code src/test/cpp}. */
public final class CppProgram {
  private static final Path SOURCES = Path.of("../native/src/test/cpp");
  private static final int PATIENCE_SECONDS = 120;

  private final Path program;

  private CppProgram(Path program) {
    this.program = program;
  }

  /** Skips the tests of a class if there is no g++, and says so in one line. */
  public static void requireCompiler(Class<?> tests) {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "g++")));
    if (!found) {
      System.out.println(tests.getSimpleName() + " is skipped: no g++ on the PATH");
    }
    assumeTrue(found, "no g++ on the PATH");
  }

  /** Compiles a source; every warning is an error. */
  public static CppProgram compile(String name, Path folder) throws Exception {
    Path program = folder.resolve(name);
    run(
        List.of(
            "g++",
            "-std=c++17",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-o",
            program.toString(),
            SOURCES.resolve(name + ".cpp").toString()));
    return new CppProgram(program);
  }

  /** Runs the program, which must exit successfully, and returns its output. */
  public List<String> run(Object... arguments) throws Exception {
    return run(command(arguments));
  }

  /**
   * Starts the program and waits until it prints {@code ready PID}. The program runs until it is
   * killed or reaches its own time limit.
   */
  public Process start(Object... arguments) throws Exception {
    Process process = new ProcessBuilder(command(arguments)).redirectErrorStream(true).start();
    String line = process.inputReader(StandardCharsets.UTF_8).readLine();
    assertThat(line).as("%s is ready", program).isEqualTo("ready " + process.pid());
    return process;
  }

  /** Runs the program as another user. */
  List<String> runAs(int user, Object... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("setpriv", "--reuid=" + user, "--clear-groups", "--"));
    command.addAll(command(arguments));
    return run(command);
  }

  private List<String> command(Object... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    Stream.of(arguments).map(String::valueOf).forEach(command::add);
    return command;
  }

  private static List<String> run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
    assertThat(process.exitValue()).as("%s: %s", command, output).isZero();
    return output.lines().toList();
  }
}
