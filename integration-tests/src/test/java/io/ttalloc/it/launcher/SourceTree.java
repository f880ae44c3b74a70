package io.ttalloc.it.launcher;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A tree with the launcher, the sources of one module and a stand-in for Maven. At first all files
 * are dated two hours back, so that a test can make a file newer without waiting.
 */
final class SourceTree {

  private static final String CLI = "cli/target/tt-alloc-cli.jar";
  private static final String NATIVE = "native/target/tt-alloc-native.jar";
  private static final String STAND_IN_FOR_MAVEN =
      """
      #!/bin/sh
      echo "$*" >>builds.txt
      if [ -e broken ]; then echo '[ERROR] broken' >&2; exit 1; fi
      mkdir -p cli/target native/target viewer/target agent/target demo-app/target
      cp packaged-cli.jar cli/target/tt-alloc-cli.jar
      cp packaged-native.jar native/target/tt-alloc-native.jar
      : >viewer/target/tt-alloc-viewer.jar
      : >agent/target/tt-alloc-agent.jar
      : >demo-app/target/tt-alloc-demo.jar
      """;

  private final Path root;

  SourceTree(Path root) throws IOException {
    this.root = root;
    write("pom.xml", "");
    write("cli/pom.xml", "");
    write("cli/src/main/java/Main.java", "");
    Files.copy(Repository.root().resolve(CLI), root.resolve("packaged-cli.jar"));
    Files.copy(Repository.root().resolve(NATIVE), root.resolve("packaged-native.jar"));
    for (String script : List.of("tt-alloc", ".mvn/launcher-build.sh")) {
      write(script, Files.readString(Repository.root().resolve(script)));
    }
    makeExecutable(launcher());
    write("bin/mvn", STAND_IN_FOR_MAVEN);
    makeExecutable(root.resolve("bin/mvn"));
    makeAllOld(Duration.ofHours(2));
  }

  Path launcher() {
    return root.resolve("tt-alloc");
  }

  /** The folder of the stand-in for Maven. */
  Path bin() {
    return root.resolve("bin");
  }

  /** The arguments of each build so far. */
  List<String> builds() throws IOException {
    Path record = root.resolve("builds.txt");
    return Files.exists(record) ? Files.readAllLines(record) : List.of();
  }

  void breakTheBuild() throws IOException {
    write("broken", "");
  }

  void mendTheBuild() throws IOException {
    Files.delete(root.resolve("broken"));
  }

  void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  void delete(String path) throws IOException {
    Files.delete(root.resolve(path));
  }

  /** Dates all files back by the given time; their order remains the same. */
  void makeAllOld(Duration age) throws IOException {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        FileTime written = Files.getLastModifiedTime(path);
        Files.setLastModifiedTime(path, FileTime.from(written.toInstant().minus(age)));
      }
    }
  }

  void touch(String path) throws IOException {
    Files.setLastModifiedTime(root.resolve(path), FileTime.from(Instant.now()));
  }

  static void makeExecutable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
