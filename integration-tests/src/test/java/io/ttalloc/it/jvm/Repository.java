package io.ttalloc.it.jvm;

import io.ttalloc.text.ShellWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The root folder of the repository, and the files that the build puts below it. */
public final class Repository {

  private Repository() {}

  /**
   * The root: the nearest folder, from the current one upwards, that contains the launcher. Tests
   * may run in the folder of their module, in the root, or in a folder chosen by an IDE.
   */
  public static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("tt-alloc"))) {
        return folder;
      }
    }
    throw new IllegalStateException(
        "no folder from %s upwards holds the launcher tt-alloc".formatted(start));
  }

  /**
   * The path of the launcher, quoted for a shell, as reports show it to a user in another folder.
   */
  public static String launcher() {
    return ShellWords.quoted(root().resolve("tt-alloc").toString());
  }

  /** The names of the packs that ship with the agent, sorted. */
  public static List<String> packs() {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(root().resolve("rules"), "*.yaml")) {
      for (Path pack : found) {
        names.add(pack.getFileName().toString().replace(".yaml", ""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    names.sort(null);
    return names;
  }

  /** The packaged agent. */
  public static Path agentJar() {
    return packaged("agent/target/tt-alloc-agent.jar");
  }

  /** The packaged API, which an application may call. */
  public static Path apiJar() {
    return packaged("api/target/tt-alloc-api.jar");
  }

  /** The packaged demonstration. */
  public static Path demoJar() {
    return packaged("demo-app/target/tt-alloc-demo.jar");
  }

  /** The packaged command line. */
  public static Path monitorJar() {
    return packaged("cli/target/tt-alloc-cli.jar");
  }

  /** The archive for users. */
  public static Path archive() {
    Path folder = root().resolve("distribution/target");
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "tt-alloc-*.tar.gz")) {
      List<Path> archives = new ArrayList<>();
      found.forEach(archives::add);
      if (archives.size() != 1) {
        throw new IllegalStateException(
            "%s has the archives %s, expected one: run mvn clean verify"
                .formatted(folder, archives));
      }
      return archives.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path packaged(String path) {
    Path jar = root().resolve(path);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          "%s is missing: integration tests need the packaged jars, run mvn verify".formatted(jar));
    }
    return jar;
  }
}
