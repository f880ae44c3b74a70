package io.ttalloc.cli.arguments;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The directory that contains the launcher and the JAR files: either an unpacked archive, with the
 * JAR files in {@code lib}, or a clone, with the JAR files that its modules build. Immutable.
 *
 * @param root the directory, which need not exist: a missing file is reported when the file is
 *     needed
 */
public record InstallFolder(Path root) {

  /** The system property by which the launcher passes its own directory. */
  static final String PROPERTY = "tt-alloc.home";

  private static final String LIB = "lib";

  /**
   * Returns the directory of this process: the directory passed by the launcher, or otherwise the
   * directory above {@code lib} or two levels above the directory of the JAR file.
   *
   * <p>If neither is known, returns the current directory; the first file that is needed is then
   * reported as missing.
   */
  public static InstallFolder ofThisProcess() {
    String path = System.getProperty(PROPERTY);
    if (path != null && !path.isEmpty()) {
      return new InstallFolder(Path.of(path));
    }
    Path jar = ownJar();
    Path folder = parent(jar);
    Path root = folder != null && folder.endsWith(LIB) ? parent(folder) : parent(parent(folder));
    return new InstallFolder(root == null ? Path.of("") : root);
  }

  /** The agent's JAR file, to which {@code -javaagent} refers. */
  public Path agentJar() {
    return jar("agent", "tt-alloc-agent.jar");
  }

  /** The demo's JAR file. */
  public Path demoJar() {
    return jar("demo-app", "tt-alloc-demo.jar");
  }

  private Path jar(String module, String name) {
    String remedy = isArchive() ? "unpack the archive again" : "./tt-alloc builds it";
    return found(path(module, name), remedy);
  }

  /** Returns the path of a JAR file, which need not exist. */
  Path path(String module, String name) {
    return isArchive()
        ? root.resolve(LIB).resolve(name)
        : root.resolve(module).resolve("target").resolve(name);
  }

  private boolean isArchive() {
    return Files.isDirectory(root.resolve(LIB));
  }

  private Path found(Path file, String remedy) {
    if (!Files.isRegularFile(file)) {
      throw new CommandFailure(
          "%s is missing from %s; %s"
              .formatted(root.relativize(file), root.toAbsolutePath(), remedy));
    }
    return file;
  }

  private static @Nullable Path ownJar() {
    try {
      var source = InstallFolder.class.getProtectionDomain().getCodeSource();
      return source == null ? null : Path.of(source.getLocation().toURI()).toAbsolutePath();
    } catch (URISyntaxException | IllegalArgumentException notAFile) {
      return null;
    }
  }

  private static @Nullable Path parent(@Nullable Path path) {
    return path == null ? null : path.getParent();
  }
}
