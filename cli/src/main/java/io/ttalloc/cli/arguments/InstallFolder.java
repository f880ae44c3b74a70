package io.ttalloc.cli.arguments;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds the launcher and the jars: an unpacked archive, with the jars in {@code
 * lib}, or a clone, with those that its modules build. Immutable.
 *
 * @param root the folder; it need not exist: a missing file in it is reported when it is needed
 */
public record InstallFolder(Path root) {

  /** The system property in which the launcher gives its own folder. */
  static final String PROPERTY = "tt-alloc.home";

  private static final String LIB = "lib";

  /**
   * The folder of this process: as the launcher gives it, otherwise the folder above {@code lib} or
   * two levels above the folder of the jar.
   *
   * <p>If neither is known it is the current folder, in which the first file that is needed will be
   * reported missing.
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

  /** The agent that {@code -javaagent} names. */
  public Path agentJar() {
    return jar("agent", "tt-alloc-agent.jar");
  }

  /** The demonstration. */
  public Path demoJar() {
    return jar("demo-app", "tt-alloc-demo.jar");
  }

  private Path jar(String module, String name) {
    String expected =
        isArchive() ? "the jar of the archive" : "the jar that ./tt-alloc builds there";
    return found(path(module, name), expected);
  }

  /** The path of a jar, which need not exist. */
  Path path(String module, String name) {
    return isArchive()
        ? root.resolve(LIB).resolve(name)
        : root.resolve(module).resolve("target").resolve(name);
  }

  private boolean isArchive() {
    return Files.isDirectory(root.resolve(LIB));
  }

  private Path found(Path file, String expected) {
    if (!Files.isRegularFile(file)) {
      throw new CommandFailure(
          "%s is missing in %s, expected %s"
              .formatted(root.relativize(file), root.toAbsolutePath(), expected));
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
