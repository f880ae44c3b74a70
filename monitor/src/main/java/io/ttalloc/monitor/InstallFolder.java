package io.ttalloc.monitor;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds the launcher and the built jars. Immutable.
 *
 * @param root the folder; it need not exist, whoever asks for a file in it is told
 */
record InstallFolder(Path root) {

  /** The system property by which the launcher says where it lies. */
  static final String PROPERTY = "tt-alloc.home";

  /**
   * The home of the jar that this process runs: where the launcher says, else two folders above the
   * jar.
   *
   * <p>If neither is known it is the current folder, and the first file that is looked for there
   * says that it is missing.
   */
  static InstallFolder ofThisProcess() {
    String given = System.getProperty(PROPERTY);
    if (given != null && !given.isEmpty()) {
      return new InstallFolder(Path.of(given));
    }
    Path jar = ownJar();
    Path module = jar == null ? null : parent(parent(jar));
    Path root = module == null ? null : parent(module);
    return new InstallFolder(root == null ? Path.of("") : root);
  }

  /** The agent that {@code -javaagent} names. */
  Path agentJar() {
    return built("agent/target/tt-alloc-agent.jar");
  }

  /** The demonstration. */
  Path demoJar() {
    return built("demo-app/target/tt-alloc-demo.jar");
  }

  private Path built(String path) {
    Path file = root.resolve(path);
    if (!Files.isRegularFile(file)) {
      throw new CommandFailure(
          "%s is missing in %s, expected the jar that ./tt-alloc builds there"
              .formatted(path, root.toAbsolutePath()));
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
