package io.ttalloc.monitor;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds the launcher and the built jars. Immutable.
 *
 * @param root the folder; it need not exist: a missing file in it is reported when it is needed
 */
record InstallFolder(Path root) {

  /** The system property in which the launcher gives its own folder. */
  static final String PROPERTY = "tt-alloc.home";

  /**
   * The folder of this process: the one that the launcher gives, otherwise the one two levels above
   * the folder of the jar.
   *
   * <p>If neither is known it is the current folder, in which the first file that is needed will be
   * reported missing.
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
