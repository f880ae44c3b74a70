package io.ttalloc.it.installed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.it.jvm.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The unpacked archive, and a shell whose environment has neither Maven nor the variables of the
 * build's user. Not thread-safe.
 */
final class UnpackedArchive {

  /** The tools that the launcher calls. */
  private static final List<String> TOOLS =
      List.of("dirname", "mv", "readlink", "rm", "sed", "head");

  private final Path folder;
  private final Path home;

  /** The words in front of the shell command: none, or a program that drops privileges. */
  private final List<String> before = new ArrayList<>();

  /** Unpacks the archive into a folder, which also becomes the current folder of commands. */
  UnpackedArchive(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    Path unpacked = Files.createDirectory(folder.resolve("opt with a blank"));
    Process tar =
        new ProcessBuilder("tar", "-xzf", Repository.archive().toString())
            .directory(unpacked.toFile())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    try (Stream<Path> roots = Files.list(unpacked)) {
      List<Path> all = roots.toList();
      assertThat(all).hasSize(1);
      home = all.get(0);
    }
    Path tools = Files.createDirectory(tools());
    for (String tool : TOOLS) {
      Path script = tools.resolve(tool);
      Files.writeString(script, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(found(tool)));
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /**
   * Runs all further commands as a user who owns only the current folder. The folder must be
   * readable by everyone.
   */
  void asUser(int user) {
    before.addAll(List.of("/usr/bin/setpriv", "--reuid=" + user, "--clear-groups", "--"));
  }

  /** The folder of the archive. */
  Path home() {
    return home;
  }

  Path launcher() {
    return home.resolve("bin/tt-alloc");
  }

  /** The folder on the search path of commands; a test may add tools to it. */
  Path tools() {
    return folder.resolve("tools");
  }

  /** The environment of a user who has set JAVA_HOME. */
  Map<String, String> withJavaHome() {
    return Map.of("PATH", tools().toString(), "JAVA_HOME", System.getProperty("java.home"));
  }

  /** The environment of a user who has Java on the search path. */
  Map<String, String> withPathOnly() {
    Path java = Path.of(System.getProperty("java.home"), "bin");
    return Map.of("PATH", tools() + File.pathSeparator + java);
  }

  /** Runs a command line in a shell; the arguments are $1 and so on. */
  Said shell(Map<String, String> environment, String line, Object... arguments)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    int status = start(environment, out, err, line, arguments).waitFor();
    return new Said(status, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /** Starts a command line in a shell whose output goes to the given files. */
  Process start(
      Map<String, String> environment, Path out, Path err, String line, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    Stream.concat(Stream.of("/bin/sh", "-c", line, "sh"), Stream.of(arguments))
        .map(Object::toString)
        .forEach(command::add);
    ProcessBuilder shell =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    shell.environment().clear();
    shell.environment().putAll(environment);
    return shell.start();
  }

  private static Path found(String tool) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(tool + " is not on the PATH"));
  }

  /** The output of a command, and its status. */
  record Said(int status, String out, String err) {}
}
